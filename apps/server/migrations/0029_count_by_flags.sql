-- Whether a report's figures can be true is said in one place: by its flags.
CREATE OR REPLACE FUNCTION report_is_possible(r task_reports) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT cardinality(r.flags) = 0
$$;
--> statement-breakpoint
-- Reports that are judged otherwise now are counted anew.
DO $$
DECLARE
  r task_reports;
  f report_facts;
BEGIN
  FOR r IN SELECT t.* FROM task_reports t JOIN report_facts x ON x.id = t.id WHERE x.counts <> report_is_possible(t) LOOP
    DELETE FROM report_facts WHERE id = r.id RETURNING * INTO f;
    PERFORM count_report(r, f, -1);
    f := report_fact_of(r);
    INSERT INTO report_facts SELECT f.*;
    PERFORM count_report(r, f, 1);
  END LOOP;
END $$;
