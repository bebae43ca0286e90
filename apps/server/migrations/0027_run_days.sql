CREATE TABLE "run_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"succeeded" integer NOT NULL,
	"interrupted" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "run_days_key" UNIQUE NULLS NOT DISTINCT("device_id","day","company_id","site_id","kind")
);
--> statement-breakpoint
ALTER TABLE "run_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "run_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run_facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "runs_ended";--> statement-breakpoint
CREATE INDEX "run_days_company" ON "run_days" USING btree ("company_id","day");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "run_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "run_facts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- Ended runs are counted by kind with the runs, as planned starts are (docs/decisions/0048-board-sums.md).
-- The site is that of the run's map, else that of its robot, as for its report.
CREATE FUNCTION "run_fact_of"(r runs) RETURNS run_facts LANGUAGE plpgsql STABLE AS $$
DECLARE
  f run_facts;
  zone text;
BEGIN
  f.id := r.id;
  f.company_id := r.company_id;
  f.device_id := r.device_id;
  f.kind := r.kind;
  f.state := r.state;
  SELECT m.site_id INTO f.site_id FROM maps m WHERE m.id = CASE
    WHEN r.map_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN r.map_id::uuid END;
  IF f.site_id IS NULL THEN SELECT d.site_id INTO f.site_id FROM devices d WHERE d.id = r.device_id; END IF;
  SELECT s.timezone INTO zone FROM sites s WHERE s.id = f.site_id;
  f.day := day_in(r.ended_at, zone);
  RETURN f;
END $$;
--> statement-breakpoint
CREATE FUNCTION "run_has_ended"(r runs) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT r.ended_at IS NOT NULL AND r.state IN ('SUCCESS', 'INTERRUPTED', 'FAILED')
$$;
--> statement-breakpoint
CREATE FUNCTION "count_run"(f run_facts, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_days AS d (id, company_id, site_id, device_id, day, kind, succeeded, interrupted, failed)
  SELECT gen_random_uuid(), f.company_id, f.site_id, f.device_id, f.day, f.kind, sign * (f.state = 'SUCCESS')::int,
    sign * (f.state = 'INTERRUPTED')::int, sign * (f.state = 'FAILED')::int
  ON CONFLICT ON CONSTRAINT run_days_key DO UPDATE SET succeeded = d.succeeded + excluded.succeeded,
    interrupted = d.interrupted + excluded.interrupted, failed = d.failed + excluded.failed;
  IF sign < 0 THEN
    DELETE FROM run_days d WHERE d.device_id = f.device_id AND d.day = f.day AND d.succeeded + d.interrupted + d.failed = 0;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION "keep_run_counted"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  former run_facts;
  fresh run_facts;
BEGIN
  IF TG_OP <> 'INSERT' AND run_has_ended(old) THEN
    DELETE FROM run_facts WHERE id = old.id RETURNING * INTO former;
    IF FOUND THEN PERFORM count_run(former, -1); END IF;
  END IF;
  IF TG_OP <> 'DELETE' AND run_has_ended(new) THEN
    fresh := run_fact_of(new);
    -- A later change of the map's site or of the time zone has no effect.
    IF former.id IS NOT NULL AND (old.company_id, old.device_id, old.map_id, old.ended_at)
      IS NOT DISTINCT FROM (new.company_id, new.device_id, new.map_id, new.ended_at) THEN
      fresh.site_id := former.site_id;
      fresh.day := former.day;
    END IF;
    INSERT INTO run_facts SELECT fresh.*;
    PERFORM count_run(fresh, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_counted AFTER INSERT ON runs FOR EACH ROW WHEN (new.ended_at IS NOT NULL) EXECUTE FUNCTION keep_run_counted();
--> statement-breakpoint
-- A run is written with every progress; only its end and a correction of it matter here.
CREATE TRIGGER runs_count_changed AFTER UPDATE ON runs FOR EACH ROW
  WHEN ((old.ended_at IS NOT NULL OR new.ended_at IS NOT NULL)
    AND (old.ended_at, old.state, old.kind, old.company_id, old.device_id, old.map_id)
      IS DISTINCT FROM (new.ended_at, new.state, new.kind, new.company_id, new.device_id, new.map_id))
  EXECUTE FUNCTION keep_run_counted();
--> statement-breakpoint
CREATE TRIGGER runs_count_deleted AFTER DELETE ON runs FOR EACH ROW WHEN (old.ended_at IS NOT NULL) EXECUTE FUNCTION keep_run_counted();
--> statement-breakpoint
-- The runs that ended before.
INSERT INTO run_facts SELECT f.* FROM runs r, LATERAL run_fact_of(r) f WHERE run_has_ended(r);
--> statement-breakpoint
INSERT INTO run_days (id, company_id, site_id, device_id, day, kind, succeeded, interrupted, failed)
SELECT gen_random_uuid(), company_id, site_id, device_id, day, kind, count(*) FILTER (WHERE state = 'SUCCESS'),
  count(*) FILTER (WHERE state = 'INTERRUPTED'), count(*) FILTER (WHERE state = 'FAILED')
FROM run_facts GROUP BY company_id, site_id, device_id, day, kind;
