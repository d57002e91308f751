-- DuckDB over an output directory. Make the views first. The demo's output will do:
--
--   mizan demo
--   duckdb -cmd "$(mizan sql demo-out)" < examples/queries.sql

-- The metrics of each model and task. For tasks that report gated metrics
-- (ifeval_langcheck, ifeval_arabic_inception_hf_langcheck) the reported figure is
-- the ..._langcheck_acc one.
SELECT model, task, records,
  coalesce(prompt_level_strict_langcheck_acc, prompt_level_strict_acc) AS prompt_strict,
  language_check_acc, acc, bleu_acc
FROM metrics;

-- Why answers failed their gate.
SELECT model, gate, gate_reason, count(*) AS records
FROM scored
WHERE NOT gate_pass
GROUP BY ALL
ORDER BY records DESC, model, gate, gate_reason;

-- Which instructions models fail, and what the loose reading forgives.
SELECT model, instruction_id, count(*) AS n,
  avg(follow_strict::INTEGER) AS strict, avg(follow_loose::INTEGER) AS loose
FROM instructions
WHERE NOT coalesce(excluded, false)
GROUP BY ALL
ORDER BY strict, n DESC, model, instruction_id;

-- Instructions that could not be judged, with the reason.
SELECT record_id, instruction_id, instruction_error
FROM instructions
WHERE instruction_error IS NOT NULL
ORDER BY ALL;

-- The looping answers, with the evidence.
SELECT record_id, gate_reason, word_run, sentence_run, ngram_n, ngram_repeats, left(answer, 60) AS answer
FROM scored
WHERE gate_reason LIKE 'repeated%'
ORDER BY ALL;

-- How much of the output is thinking.
SELECT model, thinking_state, count(*) AS records, sum(thinking_bytes) AS thinking_bytes
FROM scored
WHERE thinking_state IS NOT NULL
GROUP BY ALL
ORDER BY ALL;

-- The same prompts, model against model.
SELECT task, doc_id,
  bool_and(prompt_strict) FILTER (model = 'cedar-8b') AS cedar,
  bool_and(prompt_strict) FILTER (model = 'dune-reasoner-14b') AS dune
FROM scored
WHERE prompt_strict IS NOT NULL
GROUP BY ALL
HAVING cedar <> dune
ORDER BY ALL;

-- What was rejected, where it stood, and its first bytes.
SELECT source, source_partition, source_offset, field, reason, raw[1:40] AS starts_with
FROM rejects
ORDER BY ALL;

-- One day of one task: only that directory is read.
SELECT count(*) AS records
FROM scored
WHERE task = 'ifeval' AND date = '2026-11-29';
