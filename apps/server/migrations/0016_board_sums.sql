CREATE TABLE "battery_hours" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"used" integer NOT NULL,
	"taken" integer NOT NULL,
	"samples" integer NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"last_soc" real NOT NULL,
	CONSTRAINT "battery_hours_key" UNIQUE("device_id","hour","company_id")
);
--> statement-breakpoint
ALTER TABLE "battery_hours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "online_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL,
	"online_ms" bigint NOT NULL,
	"sleep_ms" bigint NOT NULL,
	"bound_ms" bigint NOT NULL,
	CONSTRAINT "online_days_key" UNIQUE NULLS NOT DISTINCT("device_id","day","company_id","site_id")
);
--> statement-breakpoint
ALTER TABLE "online_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "online_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"site_id" uuid,
	"zone" text NOT NULL,
	"bound" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "online_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "online_states" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"zone" text NOT NULL,
	"bound" boolean NOT NULL,
	"state" text NOT NULL,
	"since" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "online_states" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "start_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL,
	"due" integer NOT NULL,
	"done" integer NOT NULL,
	"partial" integer NOT NULL,
	"failed" integer NOT NULL,
	"missed" integer NOT NULL,
	"open" integer NOT NULL,
	CONSTRAINT "start_days_key" UNIQUE NULLS NOT DISTINCT("device_id","day","company_id","site_id")
);
--> statement-breakpoint
ALTER TABLE "start_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "start_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "start_facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "online_states" ADD CONSTRAINT "online_states_id_devices_id_fk" FOREIGN KEY ("id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "battery_hours_hour" ON "battery_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "online_days_company" ON "online_days" USING btree ("company_id","day");--> statement-breakpoint
CREATE INDEX "online_marks_device" ON "online_marks" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "online_states_company" ON "online_states" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "online_states_site" ON "online_states" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "start_days_company" ON "start_days" USING btree ("company_id","day");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "battery_hours" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "online_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "online_marks" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "online_states" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "start_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "start_facts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- Figures of the data board are kept with the events as those of reports are (docs/decisions/0048-board-sums.md). All amounts are
-- integers, so that a sum does not depend on the order of its parts.
--
-- A robot counts when it was activated, is not a prototype, and is with a customer: held by a terminal company or delivered.
CREATE FUNCTION "device_counts"(binding text, use_status text, inventory text, company_type integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT binding NOT IN ('NOT_ACTIVATED', 'VOID') AND use_status <> 'PROTOTYPE' AND (inventory = 'OUTBOUND' OR company_type = 1)
$$;
--> statement-breakpoint
-- An unknown zone counts as UTC, so that a misspelt zone of a site loses no event.
CREATE FUNCTION "known_zone"(zone text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE zone;
  RETURN coalesce(nullif(zone, ''), 'UTC');
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;
--> statement-breakpoint
-- The milliseconds of a span on each day of a calendar. The days before and after are tried too: where the clock is set at midnight,
-- a day may begin on what the clock calls the day before.
CREATE FUNCTION "online_parts"(starts timestamptz, ends timestamptz, zone text) RETURNS TABLE (day date, ms bigint) LANGUAGE sql STABLE AS $$
  SELECT d::date, (extract(epoch FROM least(ends, (d + interval '1 day') AT TIME ZONE zone) - greatest(starts, d AT TIME ZONE zone)) * 1000)::bigint
  FROM generate_series(date_trunc('day', starts AT TIME ZONE zone) - interval '1 day', date_trunc('day', ends AT TIME ZONE zone) + interval '1 day',
    interval '1 day') d
  WHERE least(ends, (d + interval '1 day') AT TIME ZONE zone) > greatest(starts, d AT TIME ZONE zone)
$$;
--> statement-breakpoint
-- The spans of robots in which neither the connection nor the mark changes, from the last event before `since` on. The last span of a
-- robot has no end. Before its first event a robot is OFFLINE.
CREATE FUNCTION "online_spans"(devices uuid[], since timestamptz) RETURNS TABLE (
    device_id uuid, company_id uuid, site_id uuid, zone text, bound boolean, state text, starts timestamptz, ends timestamptz)
LANGUAGE sql STABLE AS $$
  WITH entries AS (
    SELECT e.device_id, e.at, 1 AS rank, e.id, e.after AS state, NULL::text AS mark
    FROM device_events e WHERE e.device_id = ANY (devices) AND e.kind = 'CONNECTION' AND e.at >= since
    UNION ALL
    SELECT d.id, e.* FROM unnest(devices) d(id), LATERAL (
      SELECT e.at, 1, e.id, e.after, NULL::text FROM device_events e
      WHERE e.device_id = d.id AND e.kind = 'CONNECTION' AND e.at < since ORDER BY e.at DESC, e.id DESC LIMIT 1) e
    UNION ALL
    SELECT m.device_id, m.at, 0, m.id, NULL, m.id::text FROM online_marks m WHERE m.device_id = ANY (devices)
  ), numbered AS (
    SELECT x.*, count(x.state) OVER o AS events, count(x.mark) OVER o AS marks, lead(x.at) OVER o AS ends
    FROM entries x WINDOW o AS (PARTITION BY x.device_id ORDER BY x.at, x.rank, x.id)
  ), filled AS (
    SELECT n.device_id, n.at, n.ends, coalesce(max(n.state) OVER (PARTITION BY n.device_id, n.events), 'OFFLINE') AS state,
      max(n.mark) OVER (PARTITION BY n.device_id, n.marks) AS mark
    FROM numbered n
  )
  SELECT f.device_id, m.company_id, m.site_id, m.zone, m.bound, f.state, f.at, f.ends
  FROM filled f JOIN online_marks m ON m.id = f.mark::uuid
$$;
--> statement-breakpoint
CREATE FUNCTION "online_recount"(devices uuid[], since timestamptz) RETURNS TABLE (
    company_id uuid, site_id uuid, device_id uuid, day date, online_ms bigint, sleep_ms bigint, bound_ms bigint)
LANGUAGE sql STABLE AS $$
  SELECT s.company_id, s.site_id, s.device_id, p.day, coalesce(sum(p.ms) FILTER (WHERE s.state = 'ONLINE'), 0)::bigint,
    coalesce(sum(p.ms) FILTER (WHERE s.state = 'SLEEP'), 0)::bigint, sum(p.ms)::bigint
  FROM online_spans(devices, since) s, LATERAL online_parts(s.starts, s.ends, s.zone) p
  WHERE s.bound AND s.ends IS NOT NULL GROUP BY 1, 2, 3, 4
$$;
--> statement-breakpoint
-- Counts the days of robots again from the day of `first_at` in any time zone on, or from that of the spans that have no end: they are
-- in no sum.
CREATE FUNCTION "recount_online"(devices uuid[], first_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  starts_at timestamptz := (SELECT least(first_at, min(s.starts)) FROM online_spans(devices, first_at) s WHERE s.ends IS NULL);
  first_day date := (starts_at AT TIME ZONE 'UTC')::date - 1;
BEGIN
  DELETE FROM online_days d WHERE d.device_id = ANY (devices) AND d.day >= first_day;
  INSERT INTO online_days (id, company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms)
  SELECT gen_random_uuid(), r.* FROM online_recount(devices, starts_at - interval '4 days') r WHERE r.day >= first_day
  ORDER BY r.device_id, r.day;
  UPDATE online_states o SET company_id = s.company_id, site_id = s.site_id, zone = s.zone, bound = s.bound, state = s.state,
    since = s.starts
  FROM online_spans(devices, first_at) s WHERE s.device_id = o.id AND s.ends IS NULL;
END $$;
--> statement-breakpoint
-- Triggers for each statement: the gateway stores events in batches, and a partition that retention drops or fills keeps its sums.
CREATE FUNCTION "count_connections"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  late uuid[];
  first_at timestamptz;
BEGIN
  -- In the order of their ids, so that two transactions cannot wait for each other.
  PERFORM FROM online_states s WHERE s.id IN (SELECT f.device_id FROM fresh f WHERE f.kind = 'CONNECTION') ORDER BY s.id FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT array_agg(DISTINCT f.device_id), min(f.at) INTO late, first_at
  FROM fresh f JOIN online_states s ON s.id = f.device_id
  WHERE f.kind = 'CONNECTION' AND EXISTS (
    SELECT FROM fresh e WHERE e.device_id = f.device_id AND e.kind = 'CONNECTION' AND e.at <= s.since);

  WITH spans AS (
    SELECT s.id AS device_id, s.company_id, s.site_id, s.zone, s.bound, lag(f.after, 1, s.state) OVER o AS state,
      lag(f.at, 1, s.since) OVER o AS starts, f.at AS ends
    FROM fresh f JOIN online_states s ON s.id = f.device_id
    WHERE f.kind = 'CONNECTION' AND s.bound AND (late IS NULL OR f.device_id <> ALL (late))
    WINDOW o AS (PARTITION BY f.device_id ORDER BY f.at, f.id)
  )
  INSERT INTO online_days AS d (id, company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms)
  SELECT gen_random_uuid(), s.company_id, s.site_id, s.device_id, p.day, coalesce(sum(p.ms) FILTER (WHERE s.state = 'ONLINE'), 0),
    coalesce(sum(p.ms) FILTER (WHERE s.state = 'SLEEP'), 0), sum(p.ms)
  FROM spans s, LATERAL online_parts(s.starts, s.ends, s.zone) p GROUP BY 2, 3, 4, 5 ORDER BY 4, 5
  ON CONFLICT ON CONSTRAINT online_days_key DO UPDATE SET online_ms = d.online_ms + excluded.online_ms,
    sleep_ms = d.sleep_ms + excluded.sleep_ms, bound_ms = d.bound_ms + excluded.bound_ms;

  UPDATE online_states s SET state = l.after, since = l.at
  FROM (SELECT DISTINCT ON (f.device_id) f.device_id, f.after, f.at FROM fresh f WHERE f.kind = 'CONNECTION'
    ORDER BY f.device_id, f.at DESC, f.id DESC) l
  WHERE s.id = l.device_id AND (late IS NULL OR s.id <> ALL (late));
  IF late IS NOT NULL THEN PERFORM recount_online(late, first_at); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "recount_connections"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  devices uuid[];
  first_at timestamptz;
BEGIN
  IF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT device_id), min(at) INTO devices, first_at FROM former WHERE kind = 'CONNECTION';
  ELSE
    SELECT array_agg(DISTINCT device_id), min(at) INTO devices, first_at
    FROM (SELECT * FROM former UNION ALL SELECT * FROM fresh) e WHERE kind = 'CONNECTION';
  END IF;
  IF devices IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM online_states s WHERE s.id = ANY (devices) ORDER BY s.id FOR UPDATE;
  PERFORM recount_online(devices, first_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER device_events_counted AFTER INSERT ON device_events
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_connections();
--> statement-breakpoint
CREATE TRIGGER device_events_changed AFTER UPDATE ON device_events
  REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION recount_connections();
--> statement-breakpoint
CREATE TRIGGER device_events_deleted AFTER DELETE ON device_events
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION recount_connections();
--> statement-breakpoint
CREATE FUNCTION "mark_new_devices"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH made AS (
    INSERT INTO online_marks (id, company_id, device_id, at, site_id, zone, bound)
    SELECT gen_random_uuid(), f.company_id, f.id, coalesce(f.activated_at, f.created_at), f.site_id, known_zone(s.timezone),
      device_counts(f.binding, f.use_status, f.inventory, c.type)
    FROM fresh f JOIN companies c ON c.id = f.company_id LEFT JOIN sites s ON s.id = f.site_id RETURNING *
  )
  INSERT INTO online_states (id, company_id, site_id, zone, bound, state, since)
  SELECT m.device_id, m.company_id, m.site_id, m.zone, m.bound, 'OFFLINE', m.at FROM made m ORDER BY m.device_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER devices_marked AFTER INSERT ON devices
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION mark_new_devices();
--> statement-breakpoint
-- A change without a time of its own, as that by a foreign key, counts from now on.
CREATE FUNCTION "mark_changed_devices"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  devices uuid[];
  first_at timestamptz;
BEGIN
  WITH changed AS (
    SELECT f.id, f.company_id, f.site_id, s.timezone, device_counts(f.binding, f.use_status, f.inventory, c.type) AS bound,
      CASE WHEN f.updated_at IS DISTINCT FROM o.updated_at THEN greatest(f.updated_at, f.binding_at) END AS at
    FROM fresh f JOIN former o ON o.id = f.id JOIN companies c ON c.id = f.company_id LEFT JOIN sites s ON s.id = f.site_id
    WHERE (f.company_id, f.site_id, f.binding, f.use_status, f.inventory)
      IS DISTINCT FROM (o.company_id, o.site_id, o.binding, o.use_status, o.inventory)
  ), made AS (
    INSERT INTO online_marks (id, company_id, device_id, at, site_id, zone, bound)
    SELECT gen_random_uuid(), n.company_id, n.id, coalesce(n.at, greatest(now(), p.since)), n.site_id, known_zone(n.timezone), n.bound
    FROM changed n JOIN online_states p ON p.id = n.id
    WHERE (n.company_id, n.site_id, n.bound) IS DISTINCT FROM (p.company_id, p.site_id, p.bound) RETURNING device_id, at
  )
  SELECT array_agg(m.device_id), min(m.at) INTO devices, first_at FROM made m;
  IF devices IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM online_states s WHERE s.id = ANY (devices) ORDER BY s.id FOR UPDATE;
  -- The span that the mark ends may have begun long ago.
  PERFORM recount_online(devices, least(first_at, (SELECT min(s.since) FROM online_states s WHERE s.id = ANY (devices))));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER devices_moved AFTER UPDATE ON devices
  REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_devices();
--> statement-breakpoint
CREATE FUNCTION "mark_changed_zones"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  devices uuid[];
  first_at timestamptz;
BEGIN
  WITH made AS (
    INSERT INTO online_marks (id, company_id, device_id, at, site_id, zone, bound)
    SELECT gen_random_uuid(), p.company_id, p.id, CASE WHEN f.updated_at <> o.updated_at THEN f.updated_at ELSE greatest(now(), p.since) END,
      p.site_id, known_zone(f.timezone), p.bound
    FROM fresh f JOIN former o ON o.id = f.id AND o.timezone <> f.timezone JOIN online_states p ON p.site_id = f.id RETURNING device_id, at
  )
  SELECT array_agg(m.device_id), min(m.at) INTO devices, first_at FROM made m;
  IF devices IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM online_states s WHERE s.id = ANY (devices) ORDER BY s.id FOR UPDATE;
  PERFORM recount_online(devices, least(first_at, (SELECT min(s.since) FROM online_states s WHERE s.id = ANY (devices))));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sites_moved AFTER UPDATE ON sites
  REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_zones();
--> statement-breakpoint
-- The outcome of a planned start, from its report, else from its run, else from the dispatcher. A robot may start by itself after the
-- dispatcher has recorded a miss.
CREATE FUNCTION "start_outcome"(s schedule_starts) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN t.result = 'SUCCESS' THEN 'done'
    WHEN t.result = 'PARTIAL' THEN 'partial'
    WHEN t.result = 'FAILED' THEN 'failed'
    WHEN r.state IN ('WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE') THEN 'open'
    WHEN r.state = 'SUCCESS' THEN 'done'
    WHEN r.state = 'FAILED' AND r.started_at IS NULL THEN 'missed'
    WHEN r.state = 'FAILED' THEN 'failed'
    WHEN r.state IS NOT NULL THEN 'partial'
    WHEN s.state = 'MISSED' THEN 'missed'
    WHEN s.state = 'SKIPPED' THEN 'skipped'
    ELSE 'open' END
  FROM (SELECT 1) one LEFT JOIN runs r ON r.id = s.run_id AND r.device_id = s.device_id
    LEFT JOIN task_reports t ON t.id = s.run_id AND t.device_id = s.device_id
$$;
--> statement-breakpoint
-- The site is that of the task's map, else that of the robot; without a site the day is that of the plan.
CREATE FUNCTION "start_fact_of"(s schedule_starts) RETURNS start_facts LANGUAGE plpgsql STABLE AS $$
DECLARE
  f start_facts;
  zone text;
BEGIN
  f.id := s.id;
  f.company_id := s.company_id;
  f.device_id := s.device_id;
  SELECT m.site_id INTO f.site_id FROM tasks k JOIN maps m ON m.id = k.map_id WHERE k.id = s.task_id;
  IF f.site_id IS NULL THEN SELECT d.site_id INTO f.site_id FROM devices d WHERE d.id = s.device_id; END IF;
  SELECT x.timezone INTO zone FROM sites x WHERE x.id = f.site_id;
  IF zone IS NULL THEN SELECT p.timezone INTO zone FROM schedules p WHERE p.id = s.schedule_id; END IF;
  f.day := day_in(s.due_at, zone);
  f.outcome := start_outcome(s);
  RETURN f;
END $$;
--> statement-breakpoint
CREATE FUNCTION "count_start"(f start_facts, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f.outcome = 'skipped' THEN RETURN; END IF;
  INSERT INTO start_days AS d (id, company_id, site_id, device_id, day, due, done, partial, failed, missed, open)
  SELECT gen_random_uuid(), f.company_id, f.site_id, f.device_id, f.day, sign, sign * (f.outcome = 'done')::int,
    sign * (f.outcome = 'partial')::int, sign * (f.outcome = 'failed')::int, sign * (f.outcome = 'missed')::int, sign * (f.outcome = 'open')::int
  ON CONFLICT ON CONSTRAINT start_days_key DO UPDATE SET due = d.due + excluded.due, done = d.done + excluded.done,
    partial = d.partial + excluded.partial, failed = d.failed + excluded.failed, missed = d.missed + excluded.missed,
    open = d.open + excluded.open;
  IF sign < 0 THEN DELETE FROM start_days d WHERE d.device_id = f.device_id AND d.day = f.day AND d.due = 0; END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION "keep_start_counted"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  former start_facts;
  fresh start_facts;
BEGIN
  IF TG_OP = 'UPDATE' AND (old.company_id, old.device_id, old.due_at, old.run_id, old.state)
    IS NOT DISTINCT FROM (new.company_id, new.device_id, new.due_at, new.run_id, new.state) THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM start_facts WHERE id = old.id RETURNING * INTO former;
    IF FOUND THEN PERFORM count_start(former, -1); END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    fresh := start_fact_of(new);
    -- A later change of the map's site or of the time zone has no effect.
    IF TG_OP = 'UPDATE' AND former.id IS NOT NULL AND (old.company_id, old.device_id, old.due_at) = (new.company_id, new.device_id, new.due_at) THEN
      fresh.site_id := former.site_id;
      fresh.day := former.day;
    END IF;
    INSERT INTO start_facts SELECT fresh.*;
    PERFORM count_start(fresh, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedule_starts_counted AFTER INSERT OR UPDATE OR DELETE ON schedule_starts
  FOR EACH ROW EXECUTE FUNCTION keep_start_counted();
--> statement-breakpoint
-- The lock of the fact makes a run and its report count one after the other, and the later one sees both.
CREATE FUNCTION "keep_start_outcome"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  run uuid := CASE WHEN TG_OP = 'DELETE' THEN old.id ELSE new.id END;
  s schedule_starts;
  former start_facts;
  fresh start_facts;
BEGIN
  FOR s IN SELECT x.* FROM schedule_starts x WHERE x.run_id = run ORDER BY x.id LOOP
    SELECT * INTO former FROM start_facts f WHERE f.id = s.id FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    fresh := former;
    fresh.outcome := start_outcome(s);
    CONTINUE WHEN fresh.outcome = former.outcome;
    UPDATE start_facts f SET outcome = fresh.outcome WHERE f.id = s.id;
    PERFORM count_start(former, -1);
    PERFORM count_start(fresh, 1);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_start_made AFTER INSERT OR DELETE ON runs FOR EACH ROW EXECUTE FUNCTION keep_start_outcome();
--> statement-breakpoint
-- A run is written with every progress; only a change of its state matters here.
CREATE TRIGGER runs_start_changed AFTER UPDATE ON runs FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state OR (old.started_at IS NULL) <> (new.started_at IS NULL) OR old.device_id <> new.device_id)
  EXECUTE FUNCTION keep_start_outcome();
--> statement-breakpoint
CREATE TRIGGER task_reports_start_made AFTER INSERT OR DELETE ON task_reports FOR EACH ROW EXECUTE FUNCTION keep_start_outcome();
--> statement-breakpoint
CREATE TRIGGER task_reports_start_changed AFTER UPDATE ON task_reports FOR EACH ROW
  WHEN (old.result IS DISTINCT FROM new.result OR old.device_id <> new.device_id) EXECUTE FUNCTION keep_start_outcome();
--> statement-breakpoint
-- The rise between two samples in hundredths of a percent, negative for a fall.
CREATE FUNCTION "battery_step"(former real, former_at timestamptz, soc real, at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN at - former_at <= interval '30 minutes'
    THEN round(least(greatest(soc, 0), 100)::float8 * 100)::int - round(least(greatest(former, 0), 100)::float8 * 100)::int ELSE 0 END
$$;
--> statement-breakpoint
-- What the samples of each robot say of its battery by hour. Between samples more than half an hour apart nothing is known.
CREATE FUNCTION "battery_recount"(devices uuid[], since timestamptz, until timestamptz) RETURNS TABLE (
    company_id uuid, device_id uuid, hour timestamptz, used integer, taken integer, samples integer, last_at timestamptz, last_soc real)
LANGUAGE sql STABLE AS $$
  WITH samples AS (
    SELECT h.company_id, h.device_id, h.at, h.soc, battery_step(lag(h.soc) OVER o, lag(h.at) OVER o, h.soc, h.at) AS step
    FROM device_history h
    WHERE h.device_id = ANY (devices) AND h.soc IS NOT NULL AND h.at >= since - interval '1 hour' AND h.at < until
    WINDOW o AS (PARTITION BY h.company_id, h.device_id ORDER BY h.at, h.soc)
  )
  SELECT s.company_id, s.device_id, date_trunc('hour', s.at), sum(greatest(-s.step, 0))::int, sum(greatest(s.step, 0))::int, count(*)::int,
    max(s.at), (array_agg(s.soc ORDER BY s.at DESC, s.soc DESC))[1]
  FROM samples s WHERE s.at >= since GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE FUNCTION "count_samples"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  late uuid[];
  first_at timestamptz;
  until timestamptz;
BEGIN
  WITH last AS (
    SELECT r.*, p.last_at, p.last_soc
    FROM (SELECT f.device_id, f.company_id, min(f.at) AS first_at FROM fresh f WHERE f.soc IS NOT NULL GROUP BY 1, 2) r
    LEFT JOIN LATERAL (SELECT b.last_at, b.last_soc FROM battery_hours b
      WHERE b.device_id = r.device_id AND b.company_id = r.company_id ORDER BY b.hour DESC LIMIT 1) p ON true
  ), behind AS (
    SELECT l.device_id, l.company_id FROM last l WHERE l.first_at <= l.last_at
  ), steps AS (
    SELECT f.company_id, f.device_id, f.at, f.soc,
      battery_step(lag(f.soc, 1, l.last_soc) OVER o, lag(f.at, 1, l.last_at) OVER o, f.soc, f.at) AS step
    FROM fresh f JOIN last l ON l.device_id = f.device_id AND l.company_id = f.company_id
    WHERE f.soc IS NOT NULL AND (l.last_at IS NULL OR l.first_at > l.last_at)
    WINDOW o AS (PARTITION BY f.company_id, f.device_id ORDER BY f.at, f.soc)
  ), added AS (
    INSERT INTO battery_hours AS b (id, company_id, device_id, hour, used, taken, samples, last_at, last_soc)
    SELECT gen_random_uuid(), s.company_id, s.device_id, date_trunc('hour', s.at), sum(greatest(-s.step, 0)), sum(greatest(s.step, 0)), count(*),
      max(s.at), (array_agg(s.soc ORDER BY s.at DESC, s.soc DESC))[1]
    FROM steps s GROUP BY 2, 3, 4 ORDER BY 3, 4
    ON CONFLICT ON CONSTRAINT battery_hours_key DO UPDATE SET used = b.used + excluded.used, taken = b.taken + excluded.taken,
      samples = b.samples + excluded.samples, last_at = excluded.last_at, last_soc = excluded.last_soc
  )
  SELECT array_agg(DISTINCT f.device_id), date_trunc('hour', min(f.at)), date_trunc('hour', max(f.at)) + interval '2 hours'
  INTO late, first_at, until FROM fresh f JOIN behind b ON b.device_id = f.device_id AND b.company_id = f.company_id;
  IF late IS NULL THEN RETURN NULL; END IF;
  -- Samples out of order: of two servers, or of a clock that was set back. They may change the hour after theirs.
  DELETE FROM battery_hours b WHERE b.device_id = ANY (late) AND b.hour >= first_at AND b.hour < until;
  INSERT INTO battery_hours (id, company_id, device_id, hour, used, taken, samples, last_at, last_soc)
  SELECT gen_random_uuid(), r.* FROM battery_recount(late, first_at, until) r ORDER BY r.device_id, r.hour;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER device_history_counted AFTER INSERT ON device_history
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_samples();
--> statement-breakpoint
-- What is there already. The company of earlier days is that of the custody; the site is known for the present one only.
INSERT INTO online_marks (id, company_id, device_id, at, site_id, zone, bound)
SELECT gen_random_uuid(), coalesce(c.company_id, v.company_id), v.id,
  greatest(coalesce(v.activated_at, v.created_at), c.since), CASE WHEN c.until IS NULL THEN v.site_id END,
  known_zone(CASE WHEN c.until IS NULL THEN s.timezone END),
  coalesce(device_counts(v.binding, v.use_status, v.inventory, o.type), false)
FROM devices v LEFT JOIN device_custody c ON c.device_id = v.id AND (c.until IS NULL OR c.until > coalesce(v.activated_at, v.created_at))
  LEFT JOIN sites s ON s.id = v.site_id LEFT JOIN companies o ON o.id = coalesce(c.company_id, v.company_id);
--> statement-breakpoint
INSERT INTO online_states (id, company_id, site_id, zone, bound, state, since)
SELECT s.device_id, s.company_id, s.site_id, s.zone, s.bound, s.state, s.starts
FROM online_spans((SELECT coalesce(array_agg(id), '{}') FROM devices), '1970-01-01') s WHERE s.ends IS NULL;
--> statement-breakpoint
INSERT INTO online_days (id, company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms)
SELECT gen_random_uuid(), r.* FROM online_recount((SELECT coalesce(array_agg(id), '{}') FROM devices), '1970-01-01') r;
--> statement-breakpoint
INSERT INTO start_facts SELECT f.* FROM schedule_starts s, LATERAL start_fact_of(s) f;
--> statement-breakpoint
INSERT INTO start_days (id, company_id, site_id, device_id, day, due, done, partial, failed, missed, open)
SELECT gen_random_uuid(), company_id, site_id, device_id, day, count(*), count(*) FILTER (WHERE outcome = 'done'),
  count(*) FILTER (WHERE outcome = 'partial'), count(*) FILTER (WHERE outcome = 'failed'), count(*) FILTER (WHERE outcome = 'missed'),
  count(*) FILTER (WHERE outcome = 'open')
FROM start_facts WHERE outcome <> 'skipped' GROUP BY company_id, site_id, device_id, day;
--> statement-breakpoint
-- The board shows the last day of the battery.
INSERT INTO battery_hours (id, company_id, device_id, hour, used, taken, samples, last_at, last_soc)
SELECT gen_random_uuid(), r.* FROM battery_recount((SELECT coalesce(array_agg(id), '{}') FROM devices),
  date_trunc('hour', now() - interval '2 days'), now() + interval '1 day') r;
