-- One row a minute of every working device, one in ten minutes of an idle one. Dropping a day is dropping its partition.
CREATE TABLE "device_history" (
  "company_id" uuid NOT NULL,
  "device_id" uuid NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  "mode" text,
  "soc" real,
  "map_id" text,
  "x" real,
  "y" real,
  "coverage" real,
  "clean_water_pct" real,
  "dirty_water_pct" real,
  "alarm_level" smallint NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "device_history" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_history" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));
--> statement-breakpoint
CREATE INDEX "device_history_device" ON "device_history" USING btree ("device_id", "at");
--> statement-breakpoint
-- The server's role owns nothing, so it cannot make or drop tables; this does exactly that and no more, as the owner.
-- A partition reached by its own name would bypass the parent's policy: it gets none of its own and so shows no row.
CREATE FUNCTION "keep_device_history"(today date, days_ahead integer, days_kept integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day date;
  partition text;
BEGIN
  -- Processes that start together take turns.
  PERFORM pg_advisory_xact_lock(7353212);
  FOR day IN SELECT generate_series(today - 1, today + days_ahead, '1 day')::date LOOP
    partition := 'device_history_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(partition) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF device_history FOR VALUES FROM (%L) TO (%L)',
        partition, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
    END IF;
  END LOOP;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'device_history'::regclass AND c.relname ~ '^device_history_\d{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < today - days_kept
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "keep_device_history" FROM PUBLIC;
