CREATE TABLE "assist_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"helper" text NOT NULL,
	"note" text NOT NULL,
	"dismissed" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assist_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"reader_id" uuid,
	"address" text NOT NULL,
	"lang" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"occasion" text NOT NULL,
	"by_hand" boolean NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "report_deliveries_once" UNIQUE NULLS NOT DISTINCT("subscription_id","reader_id","occasion")
);
--> statement-breakpoint
ALTER TABLE "report_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"account_id" uuid NOT NULL,
	"every" text NOT NULL,
	"weekday" integer NOT NULL,
	"month_day" integer NOT NULL,
	"clock" text NOT NULL,
	"timezone" text NOT NULL,
	"lang" text NOT NULL,
	"area" text NOT NULL,
	"volume" text NOT NULL,
	"only_company_id" uuid,
	"site_id" uuid,
	"device_ids" uuid[] NOT NULL,
	"enabled" boolean NOT NULL,
	"next_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscription_readers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"account_id" uuid,
	"address" text NOT NULL,
	"unsubscribed_at" timestamp(3) with time zone,
	CONSTRAINT "subscription_readers_one" UNIQUE NULLS NOT DISTINCT("subscription_id","account_id","address")
);
--> statement-breakpoint
ALTER TABLE "subscription_readers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL,
	"mode" text NOT NULL,
	"reports" integer NOT NULL,
	"succeeded" integer NOT NULL,
	"partial" integer NOT NULL,
	"failed" integer NOT NULL,
	"left_out" integer NOT NULL,
	"cleaned_cm2" bigint NOT NULL,
	"cleaned_known" integer NOT NULL,
	"covered_cm2" bigint NOT NULL,
	"planned_cm2" bigint NOT NULL,
	"coverage_known" integer NOT NULL,
	"worked_ms" bigint NOT NULL,
	"worked_known" integer NOT NULL,
	"rated_cm2" bigint NOT NULL,
	"cleaning_ms" bigint NOT NULL,
	"cleaning_known" integer NOT NULL,
	"distance_mm" bigint NOT NULL,
	"distance_known" integer NOT NULL,
	"water_ml" bigint NOT NULL,
	"water_known" integer NOT NULL,
	"energy_mwh" bigint NOT NULL,
	"energy_known" integer NOT NULL,
	CONSTRAINT "device_days_key" UNIQUE NULLS NOT DISTINCT("device_id","day","company_id","site_id","mode")
);
--> statement-breakpoint
ALTER TABLE "device_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"site_id" uuid,
	"day" date NOT NULL,
	"mode" text NOT NULL,
	"counts" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"day" date NOT NULL,
	"mode" text NOT NULL,
	"shard" smallint NOT NULL,
	"reports" integer NOT NULL,
	"succeeded" integer NOT NULL,
	"partial" integer NOT NULL,
	"failed" integer NOT NULL,
	"left_out" integer NOT NULL,
	"cleaned_cm2" bigint NOT NULL,
	"cleaned_known" integer NOT NULL,
	"covered_cm2" bigint NOT NULL,
	"planned_cm2" bigint NOT NULL,
	"coverage_known" integer NOT NULL,
	"worked_ms" bigint NOT NULL,
	"worked_known" integer NOT NULL,
	"rated_cm2" bigint NOT NULL,
	"cleaning_ms" bigint NOT NULL,
	"cleaning_known" integer NOT NULL,
	"distance_mm" bigint NOT NULL,
	"distance_known" integer NOT NULL,
	"water_ml" bigint NOT NULL,
	"water_known" integer NOT NULL,
	"energy_mwh" bigint NOT NULL,
	"energy_known" integer NOT NULL,
	CONSTRAINT "site_days_key" UNIQUE NULLS NOT DISTINCT("company_id","day","site_id","mode","shard")
);
--> statement-breakpoint
ALTER TABLE "site_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "zone_cleanings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"zone_id" text NOT NULL,
	"device_id" uuid NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL,
	"floor_m2" double precision NOT NULL,
	"cleaned_m2" double precision NOT NULL,
	"coverage" real NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "zone_cleanings_run" UNIQUE("report_id","map_id","zone_id")
);
--> statement-breakpoint
ALTER TABLE "zone_cleanings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "zone_targets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"zone_id" text NOT NULL,
	"every_hours" integer,
	"source" text NOT NULL,
	"least_coverage" real NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "zone_targets_zone" UNIQUE("map_id","zone_id")
);
--> statement-breakpoint
ALTER TABLE "zone_targets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "zone_work" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "zone_work" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_subscription_id_report_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."report_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_readers" ADD CONSTRAINT "subscription_readers_subscription_id_report_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."report_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_cleanings" ADD CONSTRAINT "zone_cleanings_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_targets" ADD CONSTRAINT "zone_targets_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_deliveries_due" ON "report_deliveries" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "report_deliveries_log" ON "report_deliveries" USING btree ("subscription_id","created_at");--> statement-breakpoint
CREATE INDEX "report_subscriptions_company" ON "report_subscriptions" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "report_subscriptions_next" ON "report_subscriptions" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "device_days_company" ON "device_days" USING btree ("company_id","day");--> statement-breakpoint
CREATE INDEX "report_facts_day" ON "report_facts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "site_days_day" ON "site_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "zone_cleanings_zone" ON "zone_cleanings" USING btree ("map_id","zone_id","ended_at");--> statement-breakpoint
CREATE INDEX "zone_cleanings_company" ON "zone_cleanings" USING btree ("company_id","ended_at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "assist_notes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "report_deliveries" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "report_subscriptions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "subscription_readers" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "report_facts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "site_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "zone_cleanings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "zone_targets" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "zone_work" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- What one report adds to a sum, in whole numbers: adding them up in another order gives the same.
CREATE FUNCTION report_figures(r task_reports, counts boolean) RETURNS TABLE (
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
    CASE WHEN counts AND r.planned_m2 > 0 THEN coalesce(round(r.cleaned_m2::float8 * 1e4), 0)::bigint ELSE 0 END,
    CASE WHEN counts AND r.planned_m2 > 0 AND r.cleaned_m2 IS NOT NULL THEN round(r.planned_m2::float8 * 1e4)::bigint ELSE 0 END,
    (counts AND coalesce(r.planned_m2 > 0, false) AND r.cleaned_m2 IS NOT NULL)::int,
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
-- The day of a moment in a zone; in UTC where nobody knows the zone, so that no report is lost for a wrong word in a site.
CREATE FUNCTION day_in(at timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (at AT TIME ZONE coalesce(nullif(zone, ''), 'UTC'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (at AT TIME ZONE 'UTC')::date;
END $$;
--> statement-breakpoint
-- Whether a report's figures can be true. One percent and a square metre more than planned is how robots round.
CREATE FUNCTION report_is_possible(r task_reports) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT r.started_at >= timestamptz '2015-01-01 00:00+00' AND r.ended_at >= r.started_at
    AND r.started_at <= r.received_at + interval '1 day' AND r.ended_at <= r.received_at + interval '1 day'
    AND coalesce(r.planned_m2, 0) >= 0 AND coalesce(r.cleaned_m2, 0) >= 0
    AND coalesce(r.cleaned_m2 <= r.planned_m2 * 1.01 + 1, true)
    AND coalesce(r.seconds, 0) >= 0 AND coalesce(r.cleaning_seconds, 0) >= 0 AND coalesce(r.distance_m, 0) >= 0
    AND coalesce(r.water_l, 0) >= 0 AND coalesce(r.energy_wh, 0) >= 0
$$;
--> statement-breakpoint
CREATE FUNCTION report_fact_of(r task_reports) RETURNS report_facts LANGUAGE plpgsql STABLE AS $$
DECLARE
  f report_facts;
  zone text;
BEGIN
  f.id := r.id;
  f.company_id := r.company_id;
  f.device_id := r.device_id;
  f.counts := report_is_possible(r);
  SELECT m.site_id INTO f.site_id FROM maps m WHERE m.id = CASE
    WHEN r.map_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN r.map_id::uuid END;
  IF f.site_id IS NULL THEN SELECT d.site_id INTO f.site_id FROM devices d WHERE d.id = r.device_id; END IF;
  SELECT s.timezone INTO zone FROM sites s WHERE s.id = f.site_id;
  -- A clock that was never set must not make a day of its own.
  f.day := day_in(CASE WHEN f.counts THEN r.started_at ELSE r.received_at END, zone);
  SELECT CASE WHEN count(DISTINCT a ->> 'cleaningMode') > 1 THEN 'MIXED' ELSE max(a ->> 'cleaningMode') END
    INTO f.mode FROM jsonb_array_elements(r.areas) a;
  IF f.mode IS NULL THEN SELECT n.plan ->> 'cleaningMode' INTO f.mode FROM runs n WHERE n.id = r.id; END IF;
  f.mode := coalesce(f.mode, '');
  RETURN f;
END $$;
--> statement-breakpoint
-- The last bit of the device is the lane its messages are stored in (robots/journal.ts).
CREATE FUNCTION report_shard(device uuid) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT (get_byte(decode(right(device::text, 2), 'hex'), 0) % 2)::smallint
$$;
--> statement-breakpoint
CREATE FUNCTION count_report(r task_reports, f report_facts, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_days AS d (id, company_id, site_id, device_id, day, mode,
    reports, succeeded, partial, failed, left_out, cleaned_cm2, cleaned_known, covered_cm2,
    planned_cm2, coverage_known, worked_ms, worked_known, rated_cm2, cleaning_ms, cleaning_known, distance_mm,
    distance_known, water_ml, water_known, energy_mwh, energy_known)
  SELECT gen_random_uuid(), f.company_id, f.site_id, f.device_id, f.day, f.mode,
    sign * g.reports, sign * g.succeeded, sign * g.partial, sign * g.failed, sign * g.left_out, sign * g.cleaned_cm2,
    sign * g.cleaned_known, sign * g.covered_cm2, sign * g.planned_cm2, sign * g.coverage_known, sign * g.worked_ms, sign * g.worked_known,
    sign * g.rated_cm2, sign * g.cleaning_ms, sign * g.cleaning_known, sign * g.distance_mm, sign * g.distance_known, sign * g.water_ml,
    sign * g.water_known, sign * g.energy_mwh, sign * g.energy_known
  FROM report_figures(r, f.counts) g
  ON CONFLICT ON CONSTRAINT device_days_key DO UPDATE SET
    reports = d.reports + excluded.reports, succeeded = d.succeeded + excluded.succeeded,
    partial = d.partial + excluded.partial, failed = d.failed + excluded.failed,
    left_out = d.left_out + excluded.left_out, cleaned_cm2 = d.cleaned_cm2 + excluded.cleaned_cm2,
    cleaned_known = d.cleaned_known + excluded.cleaned_known, covered_cm2 = d.covered_cm2 + excluded.covered_cm2,
    planned_cm2 = d.planned_cm2 + excluded.planned_cm2, coverage_known = d.coverage_known + excluded.coverage_known,
    worked_ms = d.worked_ms + excluded.worked_ms, worked_known = d.worked_known + excluded.worked_known,
    rated_cm2 = d.rated_cm2 + excluded.rated_cm2, cleaning_ms = d.cleaning_ms + excluded.cleaning_ms,
    cleaning_known = d.cleaning_known + excluded.cleaning_known, distance_mm = d.distance_mm + excluded.distance_mm,
    distance_known = d.distance_known + excluded.distance_known, water_ml = d.water_ml + excluded.water_ml,
    water_known = d.water_known + excluded.water_known, energy_mwh = d.energy_mwh + excluded.energy_mwh,
    energy_known = d.energy_known + excluded.energy_known;
  INSERT INTO site_days AS d (id, company_id, site_id, day, mode, shard,
    reports, succeeded, partial, failed, left_out, cleaned_cm2, cleaned_known, covered_cm2,
    planned_cm2, coverage_known, worked_ms, worked_known, rated_cm2, cleaning_ms, cleaning_known, distance_mm,
    distance_known, water_ml, water_known, energy_mwh, energy_known)
  SELECT gen_random_uuid(), f.company_id, f.site_id, f.day, f.mode, report_shard(f.device_id),
    sign * g.reports, sign * g.succeeded, sign * g.partial, sign * g.failed, sign * g.left_out, sign * g.cleaned_cm2,
    sign * g.cleaned_known, sign * g.covered_cm2, sign * g.planned_cm2, sign * g.coverage_known, sign * g.worked_ms, sign * g.worked_known,
    sign * g.rated_cm2, sign * g.cleaning_ms, sign * g.cleaning_known, sign * g.distance_mm, sign * g.distance_known, sign * g.water_ml,
    sign * g.water_known, sign * g.energy_mwh, sign * g.energy_known
  FROM report_figures(r, f.counts) g
  ON CONFLICT ON CONSTRAINT site_days_key DO UPDATE SET
    reports = d.reports + excluded.reports, succeeded = d.succeeded + excluded.succeeded,
    partial = d.partial + excluded.partial, failed = d.failed + excluded.failed,
    left_out = d.left_out + excluded.left_out, cleaned_cm2 = d.cleaned_cm2 + excluded.cleaned_cm2,
    cleaned_known = d.cleaned_known + excluded.cleaned_known, covered_cm2 = d.covered_cm2 + excluded.covered_cm2,
    planned_cm2 = d.planned_cm2 + excluded.planned_cm2, coverage_known = d.coverage_known + excluded.coverage_known,
    worked_ms = d.worked_ms + excluded.worked_ms, worked_known = d.worked_known + excluded.worked_known,
    rated_cm2 = d.rated_cm2 + excluded.rated_cm2, cleaning_ms = d.cleaning_ms + excluded.cleaning_ms,
    cleaning_known = d.cleaning_known + excluded.cleaning_known, distance_mm = d.distance_mm + excluded.distance_mm,
    distance_known = d.distance_known + excluded.distance_known, water_ml = d.water_ml + excluded.water_ml,
    water_known = d.water_known + excluded.water_known, energy_mwh = d.energy_mwh + excluded.energy_mwh,
    energy_known = d.energy_known + excluded.energy_known;
  IF sign < 0 THEN
    DELETE FROM device_days d WHERE d.device_id = f.device_id AND d.day = f.day AND d.reports = 0;
    DELETE FROM site_days d WHERE d.company_id = f.company_id AND d.day = f.day AND d.reports = 0;
  END IF;
END $$;
--> statement-breakpoint
-- Every report is counted once, in the transaction that stores, changes or deletes it, whoever does so.
CREATE FUNCTION keep_report_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  f report_facts;
BEGIN
  IF TG_OP = 'UPDATE' AND (old.company_id, old.device_id, old.map_id, old.started_at, old.ended_at, old.result, old.areas,
      old.planned_m2, old.cleaned_m2, old.seconds, old.cleaning_seconds, old.distance_m, old.water_l, old.energy_wh)
    IS NOT DISTINCT FROM (new.company_id, new.device_id, new.map_id, new.started_at, new.ended_at, new.result, new.areas,
      new.planned_m2, new.cleaned_m2, new.seconds, new.cleaning_seconds, new.distance_m, new.water_l, new.energy_wh)
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
--> statement-breakpoint
CREATE TRIGGER task_reports_counted AFTER INSERT OR UPDATE OR DELETE ON task_reports
  FOR EACH ROW EXECUTE FUNCTION keep_report_counted();
--> statement-breakpoint
-- A report with a path is painted onto the zones of its map, once more when its path comes later.
CREATE FUNCTION keep_report_painted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.map_id IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND old.trajectory_file_id IS NOT DISTINCT FROM new.trajectory_file_id
    AND old.map_id IS NOT DISTINCT FROM new.map_id THEN RETURN NULL; END IF;
  INSERT INTO zone_work AS w (id, company_id) VALUES (new.id, new.company_id)
  ON CONFLICT (id) DO UPDATE SET turn = w.turn + 1, attempts = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER task_reports_painted AFTER INSERT OR UPDATE ON task_reports
  FOR EACH ROW EXECUTE FUNCTION keep_report_painted();
--> statement-breakpoint
-- What was stored before is counted now, and painted as far as it has a path.
INSERT INTO report_facts SELECT f.* FROM task_reports r, LATERAL report_fact_of(r) f;
--> statement-breakpoint
INSERT INTO device_days (id, company_id, site_id, device_id, day, mode,
    reports, succeeded, partial, failed, left_out, cleaned_cm2, cleaned_known, covered_cm2,
    planned_cm2, coverage_known, worked_ms, worked_known, rated_cm2, cleaning_ms, cleaning_known, distance_mm,
    distance_known, water_ml, water_known, energy_mwh, energy_known)
SELECT gen_random_uuid(), f.company_id, f.site_id, f.device_id, f.day, f.mode,
    sum(g.reports), sum(g.succeeded), sum(g.partial), sum(g.failed), sum(g.left_out), sum(g.cleaned_cm2),
    sum(g.cleaned_known), sum(g.covered_cm2), sum(g.planned_cm2), sum(g.coverage_known), sum(g.worked_ms), sum(g.worked_known),
    sum(g.rated_cm2), sum(g.cleaning_ms), sum(g.cleaning_known), sum(g.distance_mm), sum(g.distance_known), sum(g.water_ml),
    sum(g.water_known), sum(g.energy_mwh), sum(g.energy_known)
FROM task_reports r JOIN report_facts f ON f.id = r.id, LATERAL report_figures(r, f.counts) g
GROUP BY f.company_id, f.site_id, f.device_id, f.day, f.mode;
--> statement-breakpoint
INSERT INTO site_days (id, company_id, site_id, day, mode, shard,
    reports, succeeded, partial, failed, left_out, cleaned_cm2, cleaned_known, covered_cm2,
    planned_cm2, coverage_known, worked_ms, worked_known, rated_cm2, cleaning_ms, cleaning_known, distance_mm,
    distance_known, water_ml, water_known, energy_mwh, energy_known)
SELECT gen_random_uuid(), company_id, site_id, day, mode, report_shard(device_id),
    sum(reports), sum(succeeded), sum(partial), sum(failed), sum(left_out), sum(cleaned_cm2),
    sum(cleaned_known), sum(covered_cm2), sum(planned_cm2), sum(coverage_known), sum(worked_ms), sum(worked_known),
    sum(rated_cm2), sum(cleaning_ms), sum(cleaning_known), sum(distance_mm), sum(distance_known), sum(water_ml),
    sum(water_known), sum(energy_mwh), sum(energy_known)
FROM device_days GROUP BY company_id, site_id, day, mode, report_shard(device_id);
--> statement-breakpoint
INSERT INTO zone_work (id, company_id, turn, attempts)
SELECT id, company_id, 0, 0 FROM task_reports WHERE trajectory_file_id IS NOT NULL AND map_id IS NOT NULL;
