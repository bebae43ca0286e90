-- Upper case, accents, width and composed forms make no difference to the search.
CREATE FUNCTION search_fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN value ~ '[^\u0001-\u007e]'
  THEN lower(normalize(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]+', '', 'g'), NFKC))
  ELSE lower(value) END;
--> statement-breakpoint
-- The search terms of the texts of a company: `@` and the company; `=` and a whole text; each word; `~` and a word without one letter; `+` and three letters inside a
-- word. Chinese, Japanese and Korean texts have no words: their terms are two neighbours, and `~` and two with one between them.
-- A text of signs only has no term. The cost is measured; with a smaller one PostgreSQL filters where it should use the index.
CREATE FUNCTION search_terms(company uuid, VARIADIC parts text[]) RETURNS tsvector
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
        terms := terms || word;
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
CREATE INDEX "devices_search" ON "devices" USING gin (search_terms("company_id", "nickname", "sn")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "accounts_search" ON "accounts" USING gin (search_terms("company_id", "nickname", "username")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "companies_search" ON "companies" USING gin (search_terms("id", "name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sites_search" ON "sites" USING gin (search_terms("company_id", "name", "address")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "tasks_search" ON "tasks" USING gin (search_terms("company_id", "name")) WITH (fastupdate=false);
--> statement-breakpoint
-- The ids of one kind that answer a question. The plan is made once: the index of terms fits every question, because a
-- question of few companies names them as terms.
CREATE FUNCTION search_ids(kind text, question tsquery, company_ids uuid[], at_most integer) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  few boolean := cardinality(company_ids) <= 16;
  asked tsquery := question;
BEGIN
  IF company_ids = '{}' THEN RETURN company_ids; END IF;
  IF few THEN
    asked := (SELECT string_agg(quote_literal('@' || each), ' | ') FROM unnest(company_ids) AS each)::tsquery && question;
  END IF;
  CASE kind
    WHEN 'device' THEN RETURN array(
      SELECT id FROM devices WHERE search_terms(company_id, nickname, sn) @@ asked AND binding <> 'VOID'
        AND (company_ids IS NULL OR company_id = ANY(company_ids)) LIMIT at_most);
    WHEN 'company' THEN RETURN array(
      SELECT id FROM companies WHERE search_terms(id, name) @@ asked AND type <> 0
        AND (company_ids IS NULL OR id = ANY(company_ids)) LIMIT at_most);
    WHEN 'site' THEN RETURN array(
      SELECT id FROM sites WHERE search_terms(company_id, name, address) @@ asked
        AND (company_ids IS NULL OR company_id = ANY(company_ids)) LIMIT at_most);
    WHEN 'task' THEN RETURN array(
      SELECT id FROM tasks WHERE search_terms(company_id, name) @@ asked
        AND (company_ids IS NULL OR company_id = ANY(company_ids)) LIMIT at_most);
    WHEN 'account' THEN RETURN array(
      SELECT id FROM accounts WHERE search_terms(company_id, nickname, username) @@ asked
        AND (company_ids IS NULL OR company_id = ANY(company_ids)) LIMIT at_most);
  END CASE;
END $$;
--> statement-breakpoint
-- The ids of the rows of several kinds that match; an id may occur twice. Rows that begin with the words are enough where they
-- are many: then the whole text is asked too, so that it is among the ids. Else words inside of words count as well. If no kind has
-- any row, all are asked for similar words.
-- Row-level security hides the index from operators that are not leakproof, so this function runs as the owner, applies the same
-- tenant scope itself, and returns ids only: the caller reads the rows under row-level security.
CREATE FUNCTION search_candidates(kinds text[], whole tsquery, beginning tsquery, containing tsquery, alike tsquery, at_most integer)
RETURNS TABLE (kind text, ids uuid[], is_similar boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  scope text := nullif(current_setting('sweepline.companies', true), '');
  company_ids uuid[] := CASE WHEN scope <> '*' THEN string_to_array(scope, ',')::uuid[] END;
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
    ids := search_ids(kind, alike, company_ids, at_most);
    CONTINUE WHEN ids IS NULL OR ids = '{}';
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_ids, search_candidates FROM PUBLIC;
