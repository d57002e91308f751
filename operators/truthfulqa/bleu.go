package truthfulqa

import "mizan/operators/truthfulqa/libm"

// bleu is sentence BLEU on a scale of 0 to 100 as sacrebleu computes it with the
// arguments of the reference: one reference, smoothing "exp", no effective
// order (so a response under four tokens scores 0). The order of operations is
// the reference's: equal scores from different counts exist, and their last
// digit decides bleu_acc.
func bleu(correct [maxOrder]int, hypLen, refLen int) float64 {
	if hypLen == 0 || correct == [maxOrder]int{} {
		return 0
	}
	var precisions [maxOrder]float64
	smooth := 1.0
	for n := range maxOrder {
		total := hypLen - n
		if total <= 0 {
			break
		}
		if correct[n] == 0 {
			smooth *= 2
			precisions[n] = 100 / (smooth * float64(total))
		} else {
			precisions[n] = 100 * float64(correct[n]) / float64(total)
		}
	}
	penalty := 1.0
	if hypLen < refLen {
		penalty = libm.Exp(1 - float64(refLen)/float64(hypLen))
	}
	var logs float64
	for _, p := range precisions {
		logs += logOrFloor(p)
	}
	return penalty * libm.Exp(logs/maxOrder)
}

// logOrFloor is the logarithm, or a value whose exponential is 0.
func logOrFloor(p float64) float64 {
	if p == 0 {
		return -9999999999
	}
	return libm.Log(p)
}
