-- Partial matches read every word of the index that begins so: 100,000 serial numbers for `D000`. Beginnings as terms are read at once.
-- The search terms of the texts of a company: `@` and the company; `=` and a whole text; `^` and each beginning of a word, up to eight letters; each longer word; `~` and a
-- word without one letter; `+` and three letters inside a word. Chinese, Japanese and Korean texts have no words: their terms are two neighbours, and `~` and two with one between them.
-- A text of signs only has no term. The cost is measured; with a smaller one PostgreSQL filters where it should use the index.
CREATE OR REPLACE FUNCTION search_terms(company uuid, VARIADIC parts text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 4000 AS $$
DECLARE
  part text;
  word text;
  whole text;
  size integer;
  terms text[] := ARRAY['@' || company];
BEGIN
  FOREACH part IN ARRAY parts LOOP
    whole := btrim(regexp_replace(public.search_fold(part),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3004\u3008-\u303f]+', ' ', 'g'));
    CONTINUE WHEN whole IS NULL OR whole = '';
    terms := terms || ('=' || left(whole, 100));
    -- J30-0007 is also found as J300007.
    IF position(' ' IN whole) > 0 AND part !~ '\s' THEN
      whole := whole || ' ' || replace(whole, ' ', '');
    END IF;
    IF octet_length(whole) <> length(whole) THEN
      whole := regexp_replace(whole, '([\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff]+)', ' \1 ', 'g');
    END IF;
    FOREACH word IN ARRAY string_to_array(whole, ' ') LOOP
      CONTINUE WHEN word = '';
      word := left(word, 40);
      size := length(word);
      IF word ~ '^[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff]' THEN
        FOR n IN 1..size LOOP terms := terms || substr(word, n, 2); END LOOP;
        FOR n IN 1..size - 2 LOOP terms := terms || ('~' || substr(word, n, 1) || substr(word, n + 2, 1)); END LOOP;
      ELSE
        FOR n IN 1..least(size, 8) LOOP terms := terms || ('^' || left(word, n)); END LOOP;
        IF size > 8 THEN terms := terms || word; END IF;
        IF size BETWEEN 4 AND 16 THEN
          FOR n IN 1..size LOOP terms := terms || ('~' || overlay(word PLACING '' FROM n FOR 1)); END LOOP;
        END IF;
        FOR n IN 2..size - 2 LOOP terms := terms || ('+' || substr(word, n, 3)); END LOOP;
      END IF;
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(terms);
END $$;
--> statement-breakpoint
REINDEX INDEX "devices_search";--> statement-breakpoint
REINDEX INDEX "accounts_search";--> statement-breakpoint
REINDEX INDEX "companies_search";--> statement-breakpoint
REINDEX INDEX "sites_search";--> statement-breakpoint
REINDEX INDEX "tasks_search";--> statement-breakpoint
DROP FUNCTION search_candidates(text[], tsquery, tsquery, tsquery, tsquery, integer);
--> statement-breakpoint
-- The ids of the rows of several kinds that match; an id may occur twice. Rows that begin with the words are enough where they
-- are many: then the whole text is asked too, so that it is among the ids. Else words inside of words count as well. If no kind has
-- any row, all are asked for similar words, one question after another until the rows are enough: the cost of a question with many alternatives grows
-- with their number for each row.
-- Row-level security hides the index from operators that are not leakproof, so this function runs as the owner, applies the same
-- tenant scope itself, and returns ids only: the caller reads the rows under row-level security.
CREATE FUNCTION search_candidates(kinds text[], whole tsquery, beginning tsquery, containing tsquery, alike tsquery[], at_most integer)
RETURNS TABLE (kind text, ids uuid[], is_similar boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  scope text := nullif(current_setting('sweepline.companies', true), '');
  company_ids uuid[] := CASE WHEN scope <> '*' THEN string_to_array(scope, ',')::uuid[] END;
  question tsquery;
  found_any boolean := false;
BEGIN
  is_similar := false;
  IF scope IS NULL THEN RETURN; END IF;
  FOREACH kind IN ARRAY kinds LOOP
    ids := search_ids(kind, beginning, company_ids, at_most);
    IF cardinality(ids) = at_most THEN
      ids := search_ids(kind, whole, company_ids, at_most) || ids;
    ELSE
      ids := ids || search_ids(kind, containing, company_ids, at_most);
    END IF;
    CONTINUE WHEN ids IS NULL OR ids = '{}';
    found_any := true;
    RETURN NEXT;
  END LOOP;
  IF found_any THEN RETURN; END IF;
  is_similar := true;
  FOREACH kind IN ARRAY kinds LOOP
    ids := '{}';
    FOREACH question IN ARRAY alike LOOP
      ids := ids || search_ids(kind, question, company_ids, at_most);
      EXIT WHEN cardinality(ids) >= at_most;
    END LOOP;
    CONTINUE WHEN ids = '{}';
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_candidates FROM PUBLIC;
