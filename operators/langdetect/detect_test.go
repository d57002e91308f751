package langdetect

import (
	"math"
	"strings"
	"testing"
	"time"

	"mizan/internal/testshared"
	"mizan/operators/text"
)

// TestDetect compares with what the reference gives at seed 0: the code, ""
// where it finds no feature, and the largest probability, to the last bit.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		text string
		code string
		prob float64
	}{
		{"The quick brown fox jumps over the lazy dog.", "en", 0x1.ffffbe02e493ap-1},
		{"El perro duerme bajo la mesa de la cocina.", "es", 0x1.ffff7c65807bcp-1},
		{"Le chien dort sous la table de la cuisine.", "fr", 0x1.ffff81461d100p-1},
		{"Der Hund schläft unter dem Küchentisch.", "de", 0x1.ffffe1cde319cp-1},
		{"Il cane dorme sotto il tavolo della cucina.", "it", 0x1.ffff605799549p-1},
		{"O cachorro dorme debaixo da mesa da cozinha.", "pt", 0x1.ffff7911e4008p-1},
		{"De hond slaapt onder de keukentafel.", "nl", 0x1.ffff416c27332p-1},
		{"Собака спит под кухонным столом.", "ru", 0x1.ffffcb99edc2fp-1},
		{"Собака спить під кухонним столом.", "uk", 0x1.ffff91204bf4bp-1},
		{"Кучето спи под кухненската маса.", "bg", 0x1.b6da1aae2e0efp-1},
		{"الكلب ينام تحت طاولة المطبخ.", "ar", 0x1.ffffbb6a0d862p-1},
		{"سگ زیر میز آشپزخانه می\u200Cخوابد.", "fa", 0x1.ffffd61438f27p-1},
		{"کتا باورچی خانے کی میز کے نیچے سوتا ہے۔", "ur", 0x1.ffffde6bda9f8p-1},
		{"कुत्ता रसोई की मेज के नीचे सोता है।", "hi", 0x1.ffffd8acc84b6p-1},
		{"कुत्रा स्वयंपाकघरातील टेबलाखाली झोपतो.", "mr", 0x1.ffff827003514p-1},
		{"কুকুরটি রান্নাঘরের টেবিলের নিচে ঘুমায়।", "bn", 0x1.ffffffb517e2bp-1},
		{"நாய் சமையலறை மேசையின் கீழ் தூங்குகிறது.", "ta", 0x1.ffffffe941a0bp-1},
		{"కుక్క వంటగది బల్ల కింద నిద్రపోతుంది.", "te", 0x1.ffffffdd05d10p-1},
		{"ನಾಯಿ ಅಡುಗೆಮನೆಯ ಮೇಜಿನ ಕೆಳಗೆ ಮಲಗುತ್ತದೆ.", "kn", 0x1.fffffffe28a78p-1},
		{"നായ അടുക്കളയിലെ മേശയ്ക്കടിയിൽ ഉറങ്ങുന്നു.", "ml", 0x1.ffffffffbd8f9p-1},
		{"કૂતરો રસોડાના ટેબલ નીચે સૂઈ જાય છે.", "gu", 0x1.ffffffff8ddc0p-1},
		{"ਕੁੱਤਾ ਰਸੋਈ ਦੀ ਮੇਜ਼ ਹੇਠਾਂ ਸੌਂਦਾ ਹੈ।", "pa", 0x1.fffffff4535f0p-1},
		{"สุนัขนอนหลับอยู่ใต้โต๊ะในครัว", "th", 0x1.ffffffe75481cp-1},
		{"犬は台所のテーブルの下で寝ています。", "ja", 0x1.ffffffcf622d3p-1},
		{"狗在厨房的桌子底下睡觉。", "zh-cn", 0x1.ffffced013dd1p-1},
		{"狗在廚房的桌子底下睡覺。", "zh-cn", 0x1.b6da65ad1e91ep-1},
		{"개는 부엌 식탁 아래에서 잔다.", "ko", 0x1.ffffe10ac39e8p-1},
		{"Con chó ngủ dưới bàn bếp.", "vi", 0x1.fffffa8701dccp-1},
		{"Con cho\u0301 ngu\u0309 du\u031bo\u031b\u0301i ba\u0300n be\u0302\u0301p.", "vi", 0x1.ffffd9bfcb551p-1},
		{"Pies śpi pod stołem kuchennym.", "pl", 0x1.ffffb6c4b4b7ep-1},
		{"Koira nukkuu keittiön pöydän alla.", "fi", 0x1.ffff94ef933b5p-1},
		{"Mbwa analala chini ya meza ya jikoni.", "sw", 0x1.ffffdec04df05p-1},
		{"הכלב ישן מתחת לשולחן המטבח.", "he", 0x1.fffffff4c9002p-1},
		{"Ο σκύλος κοιμάται κάτω από το τραπέζι.", "el", 0x1.ffffffffcc45dp-1},
		{"Câinele doarme sub masa din bucătărie și țipă.", "ro", 0x1.ffffbc5505c21p-1},
		{"THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG.", "en", 0x1.2492190a0b773p-1},
		{"I WOULD LIKE TO TELL YOU ABOUT OUR NEW PRODUCT, WHICH IS GREAT.", "en", 0x1.ffff65b6775a4p-1},
		{"yes", "tr", 0x1.ffffc451cbaa4p-1},
		{"No", "no", 0x1.ffff52a50e3b7p-1},
		{"OK", "pt", 0x1.ffff36c6e81b8p-1},
		{"a", "tl", 0x1.ffff10423ebc2p-1},
		{"NASA", "vi", 0x1.ffffc61629ba4p-1},
		{"xyzzy", "pl", 0x1.b6db23dd14b1dp-1},
		{"http://example.com/the/quick/brown/fox?x=1 Guten Tag", "de", 0x1.ffff4d47a3d50p-1},
		{"Schreib an hans.meier@beispiel.de bitte", "de", 0x1.ffff6d6e28c59p-1},
		{"12345 !!! ...", "", 0},
		{"Ⅳ Ⅴ", "", 0},
		{"", "", 0},
		{"   \n\t", "", 0},
		{"😀😀😀", "", 0},
		{"ABC", "tl", 0x1.ffe1f9020038cp-1},
		{"Ẏ한z", "pl", 0x1.24919edaf1d08p-1},
		{"hello мир", "et", 0x1.6db67aa13d08fp-1},
		{"привет world", "bg", 0x1.f8473b3039fe6p-1},
		{"ﬁ", "", 0},
		{"İstanbul'da güzel bir gün", "tr", 0x1.ffffbf3004f18p-1},
		{"\u06CC", "ur", 0x1.fffed6e641650p-1},
		{"e = mc2", "pt", 0x1.ffff804391114p-1},
		// The reference means to leave U+1E00-1EFF out of the count of characters
		// that are not Latin, but does not.
		{"\u1E72\u1E34\u1E50z>\uC744\u1E8E", "ko", 0x1.fffffffed4999p-1},
	} {
		code, ok := Detect(c.text)
		if ok != (c.code != "") || code != c.code {
			t.Errorf("Detect(%q) = %q, %v, want %q", c.text, code, ok, c.code)
		}
		largest := 0.0
		probs, ok := Probabilities(nil, c.text)
		for _, p := range probs {
			largest = max(largest, p)
		}
		if ok != (c.code != "") || largest != c.prob {
			t.Errorf("largest probability of %q = %x, %v, want %x", c.text, largest, ok, c.prob)
		}
	}
}

// TestGoldens compares the verdicts of the two kinds of instructions that rest
// on the detector alone.
func TestGoldens(t *testing.T) {
	type golden struct {
		Record struct {
			Task, Response string
			IDs            []string `json:"instruction_id_list"`
			Kwargs         []map[string]any
		}
		Expected struct {
			Strict []bool `json:"follow_strict"`
		}
	}
	models := []string{
		"CohereForAI__aya-23-8B", "Qwen__Qwen2.5-0.5B-Instruct-GPTQ-Int4", "claude-3-haiku-20240307", "gpt-4o-2024-08-06",
		"hugging-quants__Meta-Llama-3.1-8B-Instruct-AWQ-INT4", "o1-mini-2024-09-12",
	}
	n := 0
	for _, model := range models {
		testshared.Lines(t, "goldens/ifeval_en/real_"+model+".jsonl.gz", func(line int, g golden) {
			s := g.Record.Response
			if g.Record.Task != "ifeval" || text.IsBlank(s) || strings.Contains(s, "</think") {
				return
			}
			for i, id := range g.Record.IDs {
				var want any
				switch id {
				case "language:response_language":
					want = g.Record.Kwargs[i]["language"]
				case "change_case:english_capital":
					want = "en"
					if !text.IsUpper(s) {
						continue
					}
				case "change_case:english_lowercase":
					want = "en"
					if !text.IsLower(s) {
						continue
					}
				default:
					continue
				}
				n++
				if code, ok := Detect(s); (!ok || code == want) != g.Expected.Strict[i] {
					t.Errorf("%s line %d, %s: %q, want %v to be %v", model, line, id, code, want, g.Expected.Strict[i])
				}
			}
		})
	}
	if n < 100 {
		t.Errorf("only %d verdicts compared", n)
	}
}

func TestLanguages(t *testing.T) {
	langs := Languages()
	if len(langs) != languages || langs[0] != "af" || langs[languages-1] != "zh-tw" {
		t.Errorf("Languages() = %q", langs)
	}
	if len(load().dense) > 1<<16 {
		t.Errorf("%d rows do not fit the table of three ids", len(load().dense))
	}
}

// TestEarlyEnd: what stands beyond the characters that count changes nothing.
func TestEarlyEnd(t *testing.T) {
	head := strings.Repeat("This is a long English text. ", 400)
	want, _ := Probabilities(nil, head)
	got, _ := Probabilities(nil, head+strings.Repeat("\u0421\u043E\u0431\u0430\u043A\u0430 ", 5000))
	for i := range want {
		if math.Float64bits(want[i]) != math.Float64bits(got[i]) {
			t.Fatalf("probability of %s: %x, want %x", Languages()[i], got[i], want[i])
		}
	}
}

// TestLinear bounds the time for texts of 10 MB.
func TestLinear(t *testing.T) {
	const size = 10 << 20
	load()
	for _, piece := range []string{
		"a", "A", " ", "word ", "@", "a@", "a@b", "a@b.c ", "http://", "http://a ", "h", "ht", "https",
		"x@http://y ", "\u0301", "a\u0301", "\uD55C", "\u0301@h", strings.Repeat("d", 600) + "@",
	} {
		s := strings.Repeat(piece, size/len(piece))
		start := testshared.CPUTime()
		Detect(s)
		if d := testshared.CPUTime() - start; d > time.Second {
			t.Errorf("10 MB of %.20q take %v", piece, d)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	s := strings.Repeat("Nothing is left behind for the collector. ", 50)
	Detect(s)
	if n := testing.AllocsPerRun(100, func() { Detect(s) }); n > 0.5 {
		t.Errorf("%v allocations a call", n)
	}
}
