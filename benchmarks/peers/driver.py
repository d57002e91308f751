"""Runs functions of the reference harness on corpora, timed: see README.md.

Reads one question a line, {"key": ..., "corpus": ..., "results": bool}, and
answers in a line: {"seconds": processor time, "results": [...]}. A result is null
where the reference raises an error or draws an argument at random.
"""

import argparse
import ast
import gc
import importlib
import importlib.metadata
import importlib.util
import json
import logging
import os
import platform
import random
import sys
import time
import types


class Drawn(Exception):
    """The reference draws at random."""


def draw(*args, **kwargs):
    raise Drawn


def load(root, *names):
    """Imports modules of a checkout without running the harness's own start-up."""
    for name in [n for n in sys.modules if n.split(".")[0] == "lm_eval"]:
        del sys.modules[name]
    for name in ("lm_eval", "lm_eval.tasks"):
        package = types.ModuleType(name)
        package.__path__ = [os.path.join(root, *name.split("."))]
        sys.modules[name] = package
    return [importlib.import_module("lm_eval.tasks." + n) for n in names]


def load_file(path):
    """Imports a file whose folder's name is no identifier."""
    spec = importlib.util.spec_from_file_location("truthfulqa_multi", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def give_punkt(path):
    """Makes NLTK use the English model of a file instead of its data folder."""
    import nltk.data
    import nltk.tokenize
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    with open(path, encoding="utf-8") as f:
        raw = json.load(f)
    model = PunktParameters()
    model.abbrev_types = set(raw["AbbrevTypes"])
    model.collocations = {tuple(pair.split(",")) for pair in raw["Collocations"]}
    model.sent_starters = set(raw["SentStarters"]) - {"she"}  # one more than NLTK's
    model.ortho_context.update(raw["OrthoContext"])
    tokenizer = PunktSentenceTokenizer(model)
    nltk.data.find = lambda *args, **kwargs: None
    nltk.data.load = lambda *args, **kwargs: tokenizer
    nltk.tokenize._get_punkt_tokenizer = lambda *args, **kwargs: tokenizer


def kwargs_of(record):
    kwargs = record.get("kwargs") or []
    if isinstance(kwargs, str):
        try:
            return json.loads(kwargs)
        except ValueError:
            return ast.literal_eval(kwargs)
    return kwargs


def text(record):
    return record["response"]


def instructions(record):
    doc = {
        "key": record.get("doc_id"),
        "prompt": record.get("prompt") or "",
        "instruction_id_list": record["instruction_id_list"],
        "kwargs": kwargs_of(record),
        "lang": record.get("lang"),
    }
    return doc, [record["response"]]


class Work:
    """What is done by each key: a function that makes the input of a record, outside
    the time, and one that judges it."""

    def __init__(self, reference, variant):
        (plain,) = load(reference, "ifeval.utils")
        v41, check, hf, inception = load(
            variant,
            "ifeval.utils_langcheck",
            "ifeval.langcheck_utils",
            "ifeval_arabic_inception_hf.utils",
            "ifeval_arabic_inception.utils",
        )
        tqa = load_file(os.path.join(reference, "lm_eval/tasks/truthfulqa-multi/utils.py"))
        strip = v41.extract_answer_after_last_think_close

        def task(module, *columns):
            def judge(item):
                result = module.process_results(*item)
                return [result[c] for c in columns]

            return instructions, judge

        def ifeval(item):
            doc, (response,) = item
            result = plain.process_results(doc, [strip(response)])
            return [result["inst_level_strict_acc"], result["inst_level_loose_acc"]]

        def gate_english(response):
            return [check.run_language_check(check.clean_for_english(strip(response)))]

        def gate_arabic(item):
            response, lang = item
            return [inception.run_language_check(inception.clean_for_english(strip(response)), lang)]

        def question(record):
            doc = {"lang": record["language"], **record}
            return {**doc, **tqa.preprocess_function(doc)}, [record["response"]]

        def bleu(item):
            result = tqa.process_results_gen(*item)
            return [float(result["bleu_max"]), result["bleu_acc"], float(result["bleu_diff"])]

        def rouge(item):
            # As the lines say that are commented out in process_results_gen.
            doc, (response,) = item
            correct, incorrect = doc["correct_answers"], doc["incorrect_answers"]
            scores = [tqa.rouge([ref], [response]) for ref in correct + incorrect]
            result = bleu(item)
            for kind in ("rouge1", "rouge2", "rougeLsum"):
                best = float(tqa.np.nanmax([s[kind] for s in scores[: len(correct)]]))
                worst = float(tqa.np.nanmax([s[kind] for s in scores[len(correct) :]]))
                result += [best, int(best > worst), best - worst]
            return result

        class OneScore:
            """Stands in for the bootstrap over the one score that there is."""

            def add_scores(self, scores):
                self.scores = scores

            def aggregate(self):
                return {k: types.SimpleNamespace(mid=v) for k, v in self.scores.items()}

        bootstrap = tqa.scoring.BootstrapAggregator

        def without_bootstrap(item):
            tqa.scoring.BootstrapAggregator = OneScore
            try:
                return rouge(item)
            finally:
                tqa.scoring.BootstrapAggregator = bootstrap

        self.by_key = {
            "strip_thinking": (text, strip),
            "clean": (text, check.clean_for_english),
            "langcheck_preprocess": (text, check._preprocess_for_langcheck),
            "repeated_words": (text, check.has_repeated_words),
            "repeated_sentences": (text, check.has_repeated_sentences),
            "repeated_ngrams": (text, check.has_consecutive_repeated_ngrams),
            "valid_english_v4_1": (text, check.is_valid_english_text),
            "valid_arabic": (text, inception.is_valid_arabic_text),
            "gate_english": (text, gate_english),
            "gate_arabic": (lambda r: (r["response"], r.get("lang")), gate_arabic),
            "ifeval": (instructions, ifeval),
            "ifeval_langcheck_v4_1": task(
                v41, "language_check_acc", "inst_level_strict_acc", "inst_level_loose_acc"
            ),
            "ifeval_arabic_inception_hf": task(hf, "inst_level_strict_acc", "inst_level_loose_acc"),
            "ifeval_arabic_inception": task(inception, "inst_level_strict_acc", "language_check_acc"),
            "bleu": (question, bleu),
            "rouge": (question, without_bootstrap),
            "rouge_bootstrap": (question, rouge),
        }


def run(prepare, judge, records):
    """Returns processor seconds and results."""
    items = [prepare(r) for r in records]
    results = []
    gc.collect()
    start = time.process_time()
    for item in items:
        try:
            results.append(judge(item))
        except Exception:
            results.append(None)
    return time.process_time() - start, results


def versions():
    packages = ("nltk", "langdetect", "regex", "sacrebleu", "rouge_score")
    named = [f"{p} {importlib.metadata.version(p)}" for p in packages]
    return ", ".join([f"Python {platform.python_version()}", *named])


def main():
    parser = argparse.ArgumentParser()
    for name in ("corpora", "reference", "variant", "punkt"):
        parser.add_argument("--" + name, default="")
    options = parser.parse_args()

    # The reference prints; the answers need standard output for themselves.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")
    logging.disable(logging.CRITICAL)
    # Only a type is named of this package.
    sys.modules.setdefault("datasets", types.SimpleNamespace(Dataset=object))

    if options.punkt:
        give_punkt(options.punkt)
    work = Work(options.reference, options.variant)
    random.choice = random.randint = random.sample = draw
    import langdetect

    langdetect.DetectorFactory.seed = 0  # else its verdicts change from run to run

    corpora = {}
    for name in os.listdir(options.corpora):
        if name.endswith(".jsonl"):
            with open(os.path.join(options.corpora, name), encoding="utf-8") as f:
                corpora[name[: -len(".jsonl")]] = [json.loads(line) for line in f]

    def say(answer):
        print(json.dumps(answer), file=out, flush=True)

    say({"versions": versions()})
    for line in sys.stdin:
        question = json.loads(line)
        try:
            seconds, results = run(*work.by_key[question["key"]], corpora[question["corpus"]])
        except Exception as e:
            say({"error": f"{type(e).__name__}: {e}"})
            continue
        say({"seconds": seconds, "results": results if question["results"] else None})


if __name__ == "__main__":
    main()
