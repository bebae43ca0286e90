-- contracts: the rows of four tables move to tables of the same names, and writers wait meanwhile.
-- Tables that grow with the robots and with time get partitions, and old rows are dropped with their partition
-- (docs/decisions/0046-history-partitions.md).
--
-- The smallest id of version 7 that is made at a moment. Ids of one day are a range, so a table may be partitioned by its ids:
-- a unique key stays a unique key, and a statement that names an id reads one partition.
CREATE FUNCTION "first_id_at"(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
--> statement-breakpoint
-- Creates the partitions of the next days and, unless `days_kept` is null, drops what is older. As the owner: the server's role
-- may not create tables. A partition has row-level security and no policy, so a query by its own name returns no row.
-- Who waits for a lock makes later queries of the table wait, too. After five seconds it gives up and is called again later.
CREATE FUNCTION "keep_partitions"(parent text, today date, days_ahead integer, days_kept integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  key text := CASE parent WHEN 'journal_ids' THEN 'msg_id' WHEN 'run_paths' THEN 'run_id'
    WHEN 'dead_letters' THEN 'at' WHEN 'device_events' THEN 'at' WHEN 'device_history' THEN 'at' END;
  unit text := CASE parent WHEN 'device_events' THEN 'month' ELSE 'day' END;
  form text := CASE unit WHEN 'month' THEN 'YYYYMM' ELSE 'YYYYMMDD' END;
  bound text := CASE key WHEN 'at' THEN '%s' ELSE 'first_id_at(%s)' END;
  span interval := ('1 ' || unit)::interval;
  rest text := parent || '_rest';
  -- A server whose clock is ahead must not drop what is to be kept.
  kept_from timestamptz := (least(today, current_date + 1) - days_kept)::timestamp AT TIME ZONE 'UTC';
  partition text;
  starts timestamp;
  low text;
  high text;
BEGIN
  IF key IS NULL THEN RAISE EXCEPTION '% has no partitions', parent; END IF;
  -- Two processes that start at once run this one after the other.
  PERFORM pg_advisory_xact_lock(7353212);

  -- Rows without a partition of their own: ids of other versions, and clocks that are wrong.
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname IN (rest, parent || '_other') AND days_kept IS NOT NULL
  LOOP
    EXECUTE format(CASE parent WHEN 'journal_ids' THEN 'DELETE FROM %I WHERE received_at < $1'
      WHEN 'run_paths' THEN 'DELETE FROM %I WHERE id < first_id_at($1)' ELSE 'DELETE FROM %I WHERE at < $1' END, partition)
    USING kept_from;
  END LOOP;

  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname ~ ('^' || parent || '_\d+$')
      AND (to_date(substr(c.relname, length(parent) + 2), form) + span) AT TIME ZONE 'UTC' <= kept_from
  LOOP
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, partition);
    IF parent = 'journal_ids' THEN
      -- The clock of the robot made the id. What was received lately may be repeated and must be recognised.
      EXECUTE format('INSERT INTO journal_ids SELECT * FROM %I WHERE received_at >= $1', partition) USING kept_from;
    END IF;
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;

  FOR starts IN SELECT generate_series(date_trunc(unit, (today - 1)::timestamp), today + days_ahead, span) LOOP
    partition := parent || '_' || to_char(starts, form);
    CONTINUE WHEN to_regclass(quote_ident(partition)) IS NOT NULL;
    EXECUTE format('SELECT ' || format(bound, '$1') || '::text, ' || format(bound, '$2') || '::text')
      INTO low, high USING starts AT TIME ZONE 'UTC', (starts + span) AT TIME ZONE 'UTC';
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS)', partition, parent);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
    IF to_regclass(rest) IS NOT NULL THEN
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', rest);
      EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
        rest, key, low, key, high, partition);
    END IF;
    -- Unlike `create table … partition of` this does not wait for readers of the table.
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, low, high);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "keep_partitions" FROM PUBLIC;
--> statement-breakpoint
-- The version before this one calls it.
CREATE OR REPLACE FUNCTION "keep_device_history"(today date, days_ahead integer, days_kept integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT keep_partitions('device_history', today, days_ahead, days_kept)
$$;
--> statement-breakpoint
-- Writers of the version before this one wait here and find the new table.
LOCK TABLE "journal_ids" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "journal_ids" RENAME TO "journal_ids_before";
--> statement-breakpoint
CREATE TABLE "journal_ids" (
  "device_id" uuid NOT NULL,
  "msg_id" uuid NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL
) PARTITION BY RANGE ("msg_id");
--> statement-breakpoint
-- Version 7 reaches this first byte in the year 2074; almost all ids of version 4 are greater.
CREATE TABLE "journal_ids_other" PARTITION OF "journal_ids" FOR VALUES FROM ('03000000-0000-0000-0000-000000000000') TO (MAXVALUE);
--> statement-breakpoint
ALTER TABLE "journal_ids_other" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "journal_ids_rest" PARTITION OF "journal_ids" DEFAULT;
--> statement-breakpoint
ALTER TABLE "journal_ids_rest" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
SELECT keep_partitions('journal_ids', day::date, 0, NULL) FROM generate_series(
  (SELECT greatest(min(received_at), current_date - 45) FROM "journal_ids_before" HAVING min(received_at) IS NOT NULL), current_date, '1 day') day;
--> statement-breakpoint
INSERT INTO "journal_ids" ("device_id", "msg_id", "received_at") SELECT "device_id", "msg_id", "received_at" FROM "journal_ids_before";
--> statement-breakpoint
DROP TABLE "journal_ids_before";
--> statement-breakpoint
ALTER TABLE "journal_ids" ADD CONSTRAINT "journal_ids_device_id_msg_id_pk" PRIMARY KEY ("device_id", "msg_id");
--> statement-breakpoint
CREATE INDEX "journal_ids_received" ON "journal_ids" USING brin ("received_at");
--> statement-breakpoint
-- Writers of the version before this one wait here and find the new table.
LOCK TABLE "dead_letters" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "dead_letters" RENAME TO "dead_letters_before";
--> statement-breakpoint
CREATE TABLE "dead_letters" (
  "id" uuid NOT NULL,
  "company_id" uuid,
  "device_id" uuid,
  "at" timestamp (3) with time zone NOT NULL,
  "topic" text NOT NULL,
  "sn" text NOT NULL,
  "reason" text NOT NULL,
  "detail" text NOT NULL,
  "bytes" integer NOT NULL,
  "head" text NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "dead_letters" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "dead_letters" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
CREATE TABLE "dead_letters_rest" PARTITION OF "dead_letters" DEFAULT;
--> statement-breakpoint
ALTER TABLE "dead_letters_rest" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
SELECT keep_partitions('dead_letters', day::date, 0, NULL) FROM generate_series(
  (SELECT greatest(min(at), current_date - 14) FROM "dead_letters_before" HAVING min(at) IS NOT NULL), current_date, '1 day') day;
--> statement-breakpoint
INSERT INTO "dead_letters" ("id", "company_id", "device_id", "at", "topic", "sn", "reason", "detail", "bytes", "head") SELECT "id", "company_id", "device_id", "at", "topic", "sn", "reason", "detail", "bytes", "head" FROM "dead_letters_before";
--> statement-breakpoint
DROP TABLE "dead_letters_before";
--> statement-breakpoint
ALTER TABLE "dead_letters" ADD CONSTRAINT "dead_letters_id_at_pk" PRIMARY KEY ("id", "at");
--> statement-breakpoint
CREATE INDEX "dead_letters_at" ON "dead_letters" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "dead_letters_reason" ON "dead_letters" USING btree ("reason", "at");
--> statement-breakpoint
-- Writers of the version before this one wait here and find the new table.
LOCK TABLE "device_events" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "device_events" RENAME TO "device_events_before";
--> statement-breakpoint
CREATE TABLE "device_events" (
  "id" uuid NOT NULL,
  "company_id" uuid NOT NULL,
  "device_id" uuid NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  "kind" text NOT NULL,
  "before" text NOT NULL,
  "after" text NOT NULL,
  "detail" text DEFAULT '' NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "device_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_events" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
CREATE TABLE "device_events_rest" PARTITION OF "device_events" DEFAULT;
--> statement-breakpoint
ALTER TABLE "device_events_rest" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
SELECT keep_partitions('device_events', day::date, 0, NULL) FROM generate_series(
  (SELECT greatest(min(at), current_date - 1096) FROM "device_events_before" HAVING min(at) IS NOT NULL), current_date, '1 day') day;
--> statement-breakpoint
INSERT INTO "device_events" ("id", "company_id", "device_id", "at", "kind", "before", "after", "detail") SELECT "id", "company_id", "device_id", "at", "kind", "before", "after", "detail" FROM "device_events_before";
--> statement-breakpoint
DROP TABLE "device_events_before";
--> statement-breakpoint
ALTER TABLE "device_events" ADD CONSTRAINT "device_events_device_id_at_id_company_id_pk" PRIMARY KEY ("device_id", "at", "id", "company_id");
--> statement-breakpoint
-- Writers of the version before this one wait here and find the new table.
LOCK TABLE "run_paths" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "run_paths" RENAME TO "run_paths_before";
--> statement-breakpoint
CREATE TABLE "run_paths" (
  "id" uuid NOT NULL,
  "company_id" uuid NOT NULL,
  "run_id" uuid NOT NULL,
  "seq" integer NOT NULL,
  "points" jsonb NOT NULL
) PARTITION BY RANGE ("run_id");
--> statement-breakpoint
ALTER TABLE "run_paths" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "run_paths" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
-- Version 7 reaches this first byte in the year 2074; almost all ids of version 4 are greater.
CREATE TABLE "run_paths_other" PARTITION OF "run_paths" FOR VALUES FROM ('03000000-0000-0000-0000-000000000000') TO (MAXVALUE);
--> statement-breakpoint
ALTER TABLE "run_paths_other" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "run_paths_rest" PARTITION OF "run_paths" DEFAULT;
--> statement-breakpoint
ALTER TABLE "run_paths_rest" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
SELECT keep_partitions('run_paths', day::date, 0, NULL) FROM generate_series(
  (SELECT greatest(min(created_at), current_date - 180) FROM runs WHERE id IN (SELECT run_id FROM "run_paths_before") HAVING min(created_at) IS NOT NULL), current_date, '1 day') day;
--> statement-breakpoint
INSERT INTO "run_paths" ("id", "company_id", "run_id", "seq", "points") SELECT "id", "company_id", "run_id", "seq", "points" FROM "run_paths_before";
--> statement-breakpoint
DROP TABLE "run_paths_before";
--> statement-breakpoint
ALTER TABLE "run_paths" ADD CONSTRAINT "run_paths_run_id_seq_company_id_pk" PRIMARY KEY ("run_id", "seq", "company_id");
