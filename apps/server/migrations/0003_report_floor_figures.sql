ALTER TABLE "task_reports" ADD COLUMN "no_go_m2" real;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "reachable_m2" real;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "cleanable_m2" real GENERATED ALWAYS AS (case when planned_m2 is not null then greatest(planned_m2 - coalesce(no_go_m2, 0), 0) end) STORED;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "measured" jsonb;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "reported_floor" jsonb;--> statement-breakpoint
-- Coverage is a share of the planned floor without its no-go areas.
CREATE OR REPLACE FUNCTION report_figures(r task_reports, counts boolean) RETURNS TABLE (
    reports integer, succeeded integer, partial integer, failed integer,
    left_out integer, cleaned_cm2 bigint, cleaned_known integer, covered_cm2 bigint,
    planned_cm2 bigint, coverage_known integer, worked_ms bigint, worked_known integer,
    rated_cm2 bigint, cleaning_ms bigint, cleaning_known integer, distance_mm bigint,
    distance_known integer, water_ml bigint, water_known integer, energy_mwh bigint,
    energy_known integer)
LANGUAGE sql IMMUTABLE AS $$
  SELECT
    1,
    (r.result = 'SUCCESS')::int,
    (r.result = 'PARTIAL')::int,
    (r.result = 'FAILED')::int,
    (NOT counts)::int,
    CASE WHEN counts THEN coalesce(round(r.cleaned_m2::float8 * 1e4), 0)::bigint ELSE 0 END,
    (counts AND r.cleaned_m2 IS NOT NULL)::int,
    CASE WHEN counts AND r.cleanable_m2 > 0 THEN coalesce(round(r.cleaned_m2::float8 * 1e4), 0)::bigint ELSE 0 END,
    CASE WHEN counts AND r.cleanable_m2 > 0 AND r.cleaned_m2 IS NOT NULL THEN round(r.cleanable_m2::float8 * 1e4)::bigint ELSE 0 END,
    (counts AND coalesce(r.cleanable_m2 > 0, false) AND r.cleaned_m2 IS NOT NULL)::int,
    CASE WHEN counts THEN coalesce(round(r.seconds::float8 * 1e3), 0)::bigint ELSE 0 END,
    (counts AND r.seconds IS NOT NULL)::int,
    CASE WHEN counts AND r.cleaning_seconds > 0 THEN coalesce(round(r.cleaned_m2::float8 * 1e4), 0)::bigint ELSE 0 END,
    CASE WHEN counts AND r.cleaning_seconds > 0 AND r.cleaned_m2 IS NOT NULL THEN round(r.cleaning_seconds::float8 * 1e3)::bigint ELSE 0 END,
    (counts AND coalesce(r.cleaning_seconds > 0, false) AND r.cleaned_m2 IS NOT NULL)::int,
    CASE WHEN counts THEN coalesce(round(r.distance_m::float8 * 1e3), 0)::bigint ELSE 0 END,
    (counts AND r.distance_m IS NOT NULL)::int,
    CASE WHEN counts THEN coalesce(round(r.water_l::float8 * 1e3), 0)::bigint ELSE 0 END,
    (counts AND r.water_l IS NOT NULL)::int,
    CASE WHEN counts THEN coalesce(round(r.energy_wh::float8 * 1e3), 0)::bigint ELSE 0 END,
    (counts AND r.energy_wh IS NOT NULL)::int
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_report_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  f report_facts;
BEGIN
  IF TG_OP = 'UPDATE' AND (old.company_id, old.device_id, old.map_id, old.started_at, old.ended_at, old.result, old.areas,
      old.cleanable_m2, old.cleaned_m2, old.seconds, old.cleaning_seconds, old.distance_m, old.water_l, old.energy_wh)
    IS NOT DISTINCT FROM (new.company_id, new.device_id, new.map_id, new.started_at, new.ended_at, new.result, new.areas,
      new.cleanable_m2, new.cleaned_m2, new.seconds, new.cleaning_seconds, new.distance_m, new.water_l, new.energy_wh)
  THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM report_facts WHERE id = old.id RETURNING * INTO f;
    IF FOUND THEN PERFORM count_report(old, f, -1); END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    f := report_fact_of(new);
    INSERT INTO report_facts SELECT f.*;
    PERFORM count_report(new, f, 1);
  END IF;
  RETURN NULL;
END $$;
