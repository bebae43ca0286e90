CREATE TABLE "webhook_attempts" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"url" text NOT NULL,
	"stamp" integer NOT NULL,
	"signature" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"failure" text,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "webhook_attempts_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "webhook_attempts_rest" PARTITION OF "webhook_attempts" DEFAULT;
--> statement-breakpoint
ALTER TABLE "webhook_attempts_rest" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone,
	"replay_at" timestamp(3) with time zone,
	"leased_until" timestamp(3) with time zone,
	CONSTRAINT "webhook_deliveries_id_at_pk" PRIMARY KEY("id","at"),
	CONSTRAINT "webhook_deliveries_once" UNIQUE("endpoint_id","event_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "webhook_deliveries_rest" PARTITION OF "webhook_deliveries" DEFAULT;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries_rest" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"url" text NOT NULL,
	"mode" text NOT NULL,
	"events" text[] NOT NULL,
	"secret_sealed" text NOT NULL,
	"former_secret_sealed" text,
	"former_until" timestamp(3) with time zone,
	"disabled_at" timestamp(3) with time zone,
	"disabled_for" text,
	"failing_since" timestamp(3) with time zone,
	"last_success_at" timestamp(3) with time zone,
	"paused_until" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_api_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."api_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("delivery_id","at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_company" ON "webhook_attempts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id",least("next_at", "replay_at")) WHERE "webhook_deliveries"."next_at" is not null or "webhook_deliveries"."replay_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("endpoint_id","at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_company" ON "webhook_deliveries" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_user" ON "webhook_endpoints" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_company" ON "webhook_endpoints" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "webhook_attempts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"method" text NOT NULL,
	"target" text NOT NULL,
	"status" integer NOT NULL,
	"problem" text,
	"facts" jsonb,
	"duration_ms" integer NOT NULL,
	"address" text NOT NULL,
	"request_id" text NOT NULL,
	CONSTRAINT "api_requests_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "api_requests_rest" PARTITION OF "api_requests" DEFAULT;
--> statement-breakpoint
ALTER TABLE "api_requests_rest" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "api_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "site_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "robot_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "api_requests_user" ON "api_requests" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "api_requests_company" ON "api_requests" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "api_requests" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
-- As before, with the deliveries of webhooks, their attempts and the requests of programs.
CREATE OR REPLACE FUNCTION "keep_partitions"(parent text, today date, days_ahead integer, days_kept integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' SET "citus.multi_shard_modify_mode" = 'sequential' AS $$
DECLARE
  key text := CASE parent WHEN 'journal_ids' THEN 'msg_id' WHEN 'run_paths' THEN 'run_id'
    WHEN 'dead_letters' THEN 'at' WHEN 'device_events' THEN 'at' WHEN 'device_history' THEN 'at'
    WHEN 'api_events' THEN 'at' WHEN 'webhook_deliveries' THEN 'at' WHEN 'webhook_attempts' THEN 'at'
    WHEN 'api_requests' THEN 'at' END;
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
      WHEN 'run_paths' THEN 'DELETE FROM %I WHERE id < $2' ELSE 'DELETE FROM %I WHERE at < $1' END, partition)
    USING kept_from, first_id_at(kept_from);
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
      EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %I >= %L AND %I < %L', partition, rest, key, low, key, high);
      EXECUTE format('DELETE FROM %I WHERE %I >= %L AND %I < %L', rest, key, low, key, high);
    END IF;
    -- Unlike `create table … partition of` this does not wait for readers of the table.
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, low, high);
  END LOOP;
END $$;
--> statement-breakpoint
SELECT keep_partitions(name, current_date, 7, NULL) FROM unnest(ARRAY['webhook_deliveries', 'webhook_attempts', 'api_requests']) name;
--> statement-breakpoint
-- Queues the deliveries of events that have a place, in their order, and remembers up to where: each event is queued once for each
-- endpoint, in one transaction. An endpoint gets the events of its company and those below it, as the tree is now.
CREATE FUNCTION "queue_webhook_deliveries"(moment timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  after bigint;
  until bigint;
BEGIN
  IF current_setting('sweepline.companies', true) IS DISTINCT FROM '*' THEN RAISE insufficient_privilege; END IF;
  SELECT p.queued, least(p.last, p.queued + most) INTO after, until FROM api_event_places p WHERE p.id = 1 AND p.queued < p.last
    FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  INSERT INTO webhook_deliveries (id, company_id, endpoint_id, event_id, at, name, state, next_at)
  SELECT gen_random_uuid(), w.company_id, w.id, e.id, e.at, e.name, 'WAITING', moment
  FROM api_events e
    JOIN companies c ON c.id = e.company_id
    JOIN webhook_endpoints w ON w.company_id = ANY (string_to_array(trim(trailing '/' FROM c.path), '/')::uuid[])
    JOIN api_users u ON u.id = w.user_id
  WHERE e.place > after AND e.place <= until AND w.disabled_at IS NULL AND e.name = ANY (w.events)
    AND u.revoked_at IS NULL AND u.suspended_at IS NULL AND u.valid_from <= moment AND u.valid_until > moment
  ON CONFLICT DO NOTHING;
  UPDATE api_event_places SET queued = until WHERE id = 1;
  RETURN (until - after)::integer;
END $$;
