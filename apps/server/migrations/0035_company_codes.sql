ALTER TABLE "companies" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "former_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- The letters of a name for its code: the first ones of up to four Latin words, or three of the only word; C for other names.
CREATE FUNCTION "company_letters"(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  WITH words AS (
    SELECT word, place FROM regexp_split_to_table(
      replace(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), '[^A-Za-z0-9]+')
      WITH ORDINALITY AS w(word, place)
    WHERE word ~ '^[A-Za-z]'
      -- Legal forms say nothing of a company.
      AND lower(word) NOT IN ('gmbh', 'mbh', 'ag', 'kg', 'se', 'ug', 'ev', 'ohg', 'co', 'ltd', 'limited', 'llc', 'inc',
        'corp', 'plc', 'sa', 'sarl', 'srl', 'spa', 'bv', 'nv', 'ab', 'oy', 'kk')
  )
  SELECT upper(coalesce(CASE count(*) WHEN 0 THEN 'C' WHEN 1 THEN left(min(word), 3)
    ELSE left(string_agg(left(word, 1), '' ORDER BY place), 4) END, 'C'))
  FROM words
$$;
--> statement-breakpoint
-- The first free code with these letters: of several companies with the same ones, the later have a number. A code that a company had stays its own.
CREATE FUNCTION "free_company_code"(name text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  letters text := company_letters(name);
  free text := letters;
  count int := 1;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('company codes'));
  WHILE length(free) < 2 OR EXISTS (SELECT FROM companies c WHERE c.code = free)
    OR EXISTS (SELECT FROM companies c WHERE free = ANY(c.former_codes)) LOOP
    IF length(letters) > 1 OR length(free) > 1 THEN count := count + 1; END IF;
    free := left(letters, 6 - length(count::text)) || count;
  END LOOP;
  RETURN free;
END $$;
--> statement-breakpoint
CREATE FUNCTION "give_company_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.code := free_company_code(NEW.name);
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  company record;
BEGIN
  FOR company IN SELECT id, name FROM companies ORDER BY created_at, id LOOP
    UPDATE companies SET code = free_company_code(company.name) WHERE id = company.id;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER "company_code" BEFORE INSERT ON "companies" FOR EACH ROW WHEN (NEW.code = '') EXECUTE FUNCTION give_company_code();--> statement-breakpoint
CREATE INDEX "companies_code" ON "companies" USING btree ("code");
