-- Views over an output directory, for DuckDB 1.2 and later. Replace {out} by
-- the directory, or let `mizan sql DIR` do it.
--
--   scored        one row per record
--   rejects       one row per record that could not be scored; raw is a BLOB
--   instructions  one row per instruction of a record
--   metrics       the reported metrics by run, model and task
--
-- Partition values come from the directory names and are text, whatever they
-- look like (a model may be called 2026-11-30); so is date, which has the form
-- YYYY-MM-DD and lets DuckDB skip directories. event_date is the same day as a
-- DATE and is there however the output is partitioned. Empty partition values
-- read as null.
--
-- DuckDB cannot make a view of files that do not exist, and an output without
-- rejects, or with nothing but rejects, is nothing unusual. So each table is
-- first looked for, and where it has no file its view is empty but has all
-- columns. Run the script again when the first files have come.

SET VARIABLE mizan_scored = (
  SELECT CASE WHEN count(*) > 0
    THEN 'SELECT * FROM read_parquet(''{out}/scored/**/*.parquet'', hive_partitioning = true, hive_types_autocast = false)'
    ELSE 'SELECT NULL::VARCHAR AS record_id, NULL::VARCHAR AS run_id, NULL::VARCHAR AS model, NULL::VARCHAR AS task,
      NULL::BIGINT AS doc_id, NULL::VARCHAR AS source, NULL::INTEGER AS source_partition, NULL::BIGINT AS source_offset,
      NULL::TIMESTAMP WITH TIME ZONE AS event_time, NULL::VARCHAR[] AS lang, NULL::VARCHAR AS prompt, NULL::VARCHAR AS response,
      NULL::VARCHAR AS answer, NULL::VARCHAR AS thinking, NULL::VARCHAR AS thinking_state, NULL::BIGINT AS thinking_bytes,
      NULL::VARCHAR AS kwargs,
      NULL::VARCHAR AS gate, NULL::BOOLEAN AS gate_pass, NULL::VARCHAR AS gate_reason, NULL::INTEGER AS letter_words,
      NULL::INTEGER AS english_words, NULL::INTEGER AS arabic_words, NULL::INTEGER AS mixed_words, NULL::INTEGER AS other_words,
      NULL::DOUBLE AS english_ratio, NULL::BOOLEAN AS format_exempt, NULL::INTEGER AS word_run, NULL::INTEGER AS sentence_run,
      NULL::INTEGER AS ngram_n, NULL::INTEGER AS ngram_repeats,
      NULL::VARCHAR[] AS instruction_id_list, NULL::BOOLEAN[] AS follow_strict, NULL::BOOLEAN[] AS follow_loose,
      NULL::VARCHAR[] AS instruction_errors, NULL::BOOLEAN AS prompt_strict, NULL::BOOLEAN AS prompt_loose,
      NULL::BOOLEAN[] AS gated_follow_strict, NULL::BOOLEAN[] AS gated_follow_loose,
      NULL::BOOLEAN AS gated_prompt_strict, NULL::BOOLEAN AS gated_prompt_loose,
      NULL::DOUBLE AS acc, NULL::DOUBLE AS bleu_max, NULL::INTEGER AS bleu_acc, NULL::DOUBLE AS bleu_diff,
      NULL::DOUBLE AS rouge1_max, NULL::INTEGER AS rouge1_acc, NULL::DOUBLE AS rouge1_diff,
      NULL::DOUBLE AS rouge2_max, NULL::INTEGER AS rouge2_acc, NULL::DOUBLE AS rouge2_diff,
      NULL::DOUBLE AS rougeL_max, NULL::INTEGER AS rougeL_acc, NULL::DOUBLE AS rougeL_diff,
      NULL::VARCHAR AS error, NULL::BOOLEAN AS excluded, NULL::VARCHAR AS date WHERE false'
    END
  FROM glob('{out}/scored/**/*.parquet'));

SET VARIABLE mizan_rejects = (
  SELECT CASE WHEN count(*) > 0
    THEN 'SELECT * FROM read_parquet(''{out}/rejects/**/*.parquet'', hive_partitioning = true, hive_types_autocast = false)'
    ELSE 'SELECT NULL::VARCHAR AS source, NULL::INTEGER AS source_partition, NULL::BIGINT AS source_offset,
      NULL::TIMESTAMP WITH TIME ZONE AS event_time, NULL::VARCHAR AS field, NULL::VARCHAR AS reason, NULL::BLOB AS raw,
      NULL::VARCHAR AS date WHERE false'
    END
  FROM glob('{out}/rejects/**/*.parquet'));

CREATE OR REPLACE VIEW scored AS
SELECT *, make_timestamp(epoch_us(event_time))::DATE AS event_date
FROM query(coalesce(getvariable('mizan_scored'),
  'SELECT * FROM read_parquet(''{out}/scored/**/*.parquet'', hive_partitioning = true, hive_types_autocast = false)'));

CREATE OR REPLACE VIEW rejects AS
SELECT *, make_timestamp(epoch_us(event_time))::DATE AS event_date
FROM query(coalesce(getvariable('mizan_rejects'),
  'SELECT * FROM read_parquet(''{out}/rejects/**/*.parquet'', hive_partitioning = true, hive_types_autocast = false)'));

-- position counts from 0. The verdict columns are null where the task has none.
CREATE OR REPLACE VIEW instructions AS
SELECT record_id, run_id, model, task, doc_id, source, source_partition, source_offset, excluded,
  unnest(range(len(instruction_id_list))) AS position,
  unnest(instruction_id_list) AS instruction_id,
  unnest(list_resize(follow_strict, len(instruction_id_list))) AS follow_strict,
  unnest(list_resize(follow_loose, len(instruction_id_list))) AS follow_loose,
  unnest(list_resize(gated_follow_strict, len(instruction_id_list))) AS gated_follow_strict,
  unnest(list_resize(gated_follow_loose, len(instruction_id_list))) AS gated_follow_loose,
  unnest(list_resize(instruction_errors, len(instruction_id_list))) AS instruction_error
FROM scored;

-- Means over the rows that a task does not exclude and that have the value.
-- prompt_level_* counts prompts of which all instructions are followed,
-- inst_level_* counts instructions; *_langcheck_* are the gated verdicts, which
-- tasks such as ifeval_langcheck report under the plain names.
CREATE OR REPLACE VIEW metrics AS
SELECT run_id, model, task,
  count(*) AS records,
  count(*) FILTER (excluded) AS excluded,
  count(error) AS failed,
  avg(prompt_strict::INTEGER) FILTER (excluded IS NOT TRUE) AS prompt_level_strict_acc,
  sum(list_sum(follow_strict::INTEGER[])) FILTER (excluded IS NOT TRUE)
    / nullif(sum(len(follow_strict)) FILTER (excluded IS NOT TRUE), 0) AS inst_level_strict_acc,
  avg(prompt_loose::INTEGER) FILTER (excluded IS NOT TRUE) AS prompt_level_loose_acc,
  sum(list_sum(follow_loose::INTEGER[])) FILTER (excluded IS NOT TRUE)
    / nullif(sum(len(follow_loose)) FILTER (excluded IS NOT TRUE), 0) AS inst_level_loose_acc,
  avg(gated_prompt_strict::INTEGER) FILTER (excluded IS NOT TRUE) AS prompt_level_strict_langcheck_acc,
  sum(list_sum(gated_follow_strict::INTEGER[])) FILTER (excluded IS NOT TRUE)
    / nullif(sum(len(gated_follow_strict)) FILTER (excluded IS NOT TRUE), 0) AS inst_level_strict_langcheck_acc,
  avg(gated_prompt_loose::INTEGER) FILTER (excluded IS NOT TRUE) AS prompt_level_loose_langcheck_acc,
  sum(list_sum(gated_follow_loose::INTEGER[])) FILTER (excluded IS NOT TRUE)
    / nullif(sum(len(gated_follow_loose)) FILTER (excluded IS NOT TRUE), 0) AS inst_level_loose_langcheck_acc,
  avg(gate_pass::INTEGER) FILTER (excluded IS NOT TRUE) AS language_check_acc,
  avg(acc) FILTER (excluded IS NOT TRUE) AS acc,
  avg(bleu_max) FILTER (excluded IS NOT TRUE) AS bleu_max,
  avg(bleu_acc) FILTER (excluded IS NOT TRUE) AS bleu_acc,
  avg(bleu_diff) FILTER (excluded IS NOT TRUE) AS bleu_diff,
  avg(rouge1_max) FILTER (excluded IS NOT TRUE) AS rouge1_max,
  avg(rouge1_acc) FILTER (excluded IS NOT TRUE) AS rouge1_acc,
  avg(rouge1_diff) FILTER (excluded IS NOT TRUE) AS rouge1_diff,
  avg(rouge2_max) FILTER (excluded IS NOT TRUE) AS rouge2_max,
  avg(rouge2_acc) FILTER (excluded IS NOT TRUE) AS rouge2_acc,
  avg(rouge2_diff) FILTER (excluded IS NOT TRUE) AS rouge2_diff,
  avg(rougeL_max) FILTER (excluded IS NOT TRUE) AS rougeL_max,
  avg(rougeL_acc) FILTER (excluded IS NOT TRUE) AS rougeL_acc,
  avg(rougeL_diff) FILTER (excluded IS NOT TRUE) AS rougeL_diff
FROM scored
GROUP BY ALL
ORDER BY ALL;
