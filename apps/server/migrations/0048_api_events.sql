CREATE TABLE "api_event_places" (
	"id" smallint PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL,
	"queued" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_event_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_event_positions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_event_positions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_events" (
	"id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"name" text NOT NULL,
	"device_id" uuid,
	"site_id" uuid,
	"related_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"place" bigint,
	"position" bigint,
	CONSTRAINT "api_events_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "api_events_rest" PARTITION OF "api_events" DEFAULT;
--> statement-breakpoint
ALTER TABLE "api_events_rest" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "api_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "api_event_positions_company" ON "api_event_positions" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "api_events_place" ON "api_events" USING btree ("place");--> statement-breakpoint
CREATE INDEX "api_events_company" ON "api_events" USING btree ("company_id","place");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "api_event_places" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "api_event_positions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "api_events" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
-- As before, with the events of the open API.
CREATE OR REPLACE FUNCTION "keep_partitions"(parent text, today date, days_ahead integer, days_kept integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' SET "citus.multi_shard_modify_mode" = 'sequential' AS $$
DECLARE
  key text := CASE parent WHEN 'journal_ids' THEN 'msg_id' WHEN 'run_paths' THEN 'run_id'
    WHEN 'dead_letters' THEN 'at' WHEN 'device_events' THEN 'at' WHEN 'device_history' THEN 'at'
    WHEN 'api_events' THEN 'at' END;
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
SELECT keep_partitions('api_events', current_date, 7, NULL);
--> statement-breakpoint
-- An event is stored by the trigger of its cause, in the transaction of the cause, and by nothing else.
CREATE FUNCTION "refuse_lone_event"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN RAISE EXCEPTION 'an event is stored with its cause'; END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events_with_cause BEFORE INSERT ON api_events FOR EACH ROW EXECUTE FUNCTION refuse_lone_event();
--> statement-breakpoint
-- A moment as the open API writes it.
CREATE FUNCTION "api_moment"(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
-- The site of a cause without one is that of its robot.
CREATE FUNCTION "add_api_event"(name text, company uuid, device uuid, site uuid, related uuid, data jsonb) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO api_events (id, company_id, at, name, device_id, site_id, related_id, data) VALUES (gen_random_uuid(), company,
    clock_timestamp(), name, device, coalesce(site, (SELECT d.site_id FROM devices d WHERE d.id = device)), related, data)
$$;
--> statement-breakpoint
CREATE FUNCTION "events_of_connection"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event(CASE new.state WHEN 'ONLINE' THEN 'robot.online' ELSE 'robot.offline' END, new.company_id, new.id, new.site_id, new.id,
    jsonb_build_object('connection', new.state, 'before', old.state, 'since', api_moment(new.since)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events AFTER UPDATE OF state ON online_states FOR EACH ROW
  WHEN (new.state IS DISTINCT FROM old.state AND new.state IN ('ONLINE', 'OFFLINE')) EXECUTE FUNCTION events_of_connection();
--> statement-breakpoint
CREATE FUNCTION "events_of_binding"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event('robot.bound', new.company_id, new.id, new.site_id, new.id,
    jsonb_build_object('serialNumber', new.sn, 'name', new.nickname, 'model', new.model));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events AFTER UPDATE OF binding ON devices FOR EACH ROW
  WHEN (old.binding = 'NOT_ACTIVATED' AND new.binding = 'ACTIVATED') EXECUTE FUNCTION events_of_binding();
--> statement-breakpoint
CREATE FUNCTION "events_of_unbinding"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event('robot.unbound', new.company_id, new.device_id, NULL, new.device_id,
    jsonb_build_object('serialNumber', new.sn, 'name', new.nickname, 'withoutRobot', new.without_robot));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events AFTER INSERT ON device_unbindings FOR EACH ROW EXECUTE FUNCTION events_of_unbinding();
--> statement-breakpoint
CREATE FUNCTION "events_of_run"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  content jsonb := jsonb_build_object('state', new.state, 'kind', new.kind, 'name', new.name, 'taskId', new.task_id, 'origin', new.origin,
    'reason', nullif(new.code, ''), 'plannedArea', new.planned_m2, 'cleanedArea', new.cleaned_m2, 'coverage', new.coverage,
    'startedAt', api_moment(new.started_at), 'endedAt', api_moment(new.ended_at));
BEGIN
  IF new.started_at IS NOT NULL AND (TG_OP = 'INSERT' OR old.started_at IS NULL) THEN
    PERFORM add_api_event('run.started', new.company_id, new.device_id, NULL, new.id, content);
  END IF;
  IF new.ended_at IS NOT NULL AND (TG_OP = 'INSERT' OR old.ended_at IS NULL) THEN
    PERFORM add_api_event('run.finished', new.company_id, new.device_id, NULL, new.id, content);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events_new AFTER INSERT ON runs FOR EACH ROW
  WHEN (new.started_at IS NOT NULL OR new.ended_at IS NOT NULL) EXECUTE FUNCTION events_of_run();
--> statement-breakpoint
CREATE TRIGGER api_events_changed AFTER UPDATE ON runs FOR EACH ROW
  WHEN (old.started_at IS NULL AND new.started_at IS NOT NULL OR old.ended_at IS NULL AND new.ended_at IS NOT NULL)
  EXECUTE FUNCTION events_of_run();
--> statement-breakpoint
CREATE FUNCTION "events_of_report"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event('report.ready', new.company_id, new.device_id, NULL, new.id,
    jsonb_build_object('result', new.result, 'taskId', new.task_id, 'startedAt', api_moment(new.started_at),
      'endedAt', api_moment(new.ended_at), 'plannedArea', new.planned_m2, 'cleanedArea', new.cleaned_m2, 'coverage', new.coverage));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events AFTER INSERT ON task_reports FOR EACH ROW EXECUTE FUNCTION events_of_report();
--> statement-breakpoint
CREATE FUNCTION "events_of_start"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event('start.missed', new.company_id, new.device_id, NULL, new.id,
    jsonb_build_object('scheduleId', new.schedule_id, 'taskId', new.task_id, 'dueAt', api_moment(new.due_at), 'reason', nullif(new.reason, '')));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events_new AFTER INSERT ON schedule_starts FOR EACH ROW
  WHEN (new.state = 'MISSED') EXECUTE FUNCTION events_of_start();
--> statement-breakpoint
CREATE TRIGGER api_events_changed AFTER UPDATE ON schedule_starts FOR EACH ROW
  WHEN (new.state = 'MISSED' AND old.state <> 'MISSED') EXECUTE FUNCTION events_of_start();
--> statement-breakpoint
-- The codes of assists, as in the contract (docs/decisions/0014-assists-from-alarms.md).
CREATE FUNCTION "is_assist_code"(code text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT code IN ('10103', '10104', '10105', '10110', '20104', '20110', '20111', '30102', '40101', '40210', '60102', '60103')
$$;
--> statement-breakpoint
-- The alarms of a run that need a person at the robot, each with the first alarm of its stop, which names the assist.
CREATE FUNCTION "assists_of"(device uuid, run uuid) RETURNS TABLE (id uuid, assist uuid, cleared_at timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH raised AS (
    SELECT a.id, a.raised_at, a.cleared_at, max(coalesce(a.cleared_at, 'infinity')) OVER (
      ORDER BY a.raised_at, a.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS stood_until
    FROM alarms a WHERE a.run_id = run AND a.device_id = device AND is_assist_code(a.code)
  ), numbered AS (
    SELECT r.*, count(*) FILTER (WHERE r.stood_until IS NULL OR r.raised_at > r.stood_until) OVER (ORDER BY r.raised_at, r.id) AS stop
    FROM raised r
  )
  SELECT n.id, first_value(n.id) OVER (PARTITION BY n.stop ORDER BY n.raised_at, n.id), n.cleared_at FROM numbered n
$$;
--> statement-breakpoint
CREATE FUNCTION "alarm_content"(a alarms) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('code', a.code, 'level', a.effective_level, 'text', a.text, 'runId', a.run_id,
    'raisedAt', api_moment(a.raised_at), 'clearedAt', api_moment(a.cleared_at))
$$;
--> statement-breakpoint
CREATE FUNCTION "events_of_new_alarms"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a alarms;
  assist uuid;
BEGIN
  FOR a IN SELECT * FROM fresh ORDER BY raised_at, id LOOP
    PERFORM add_api_event('alarm.raised', a.company_id, a.device_id, a.site_id, a.id, alarm_content(a));
    IF a.cleared_at IS NOT NULL THEN
      PERFORM add_api_event('alarm.cleared', a.company_id, a.device_id, a.site_id, a.id, alarm_content(a));
    ELSIF a.run_id IS NOT NULL AND is_assist_code(a.code) THEN
      SELECT s.assist INTO assist FROM assists_of(a.device_id, a.run_id) s WHERE s.id = a.id;
      IF assist = a.id THEN
        PERFORM add_api_event('assist.opened', a.company_id, a.device_id, a.site_id, a.id, alarm_content(a));
      END IF;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events_new AFTER INSERT ON alarms REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION events_of_new_alarms();
--> statement-breakpoint
-- For each statement: alarms of one stop that are cleared together close one assist.
CREATE FUNCTION "events_of_changed_alarms"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a alarms;
BEGIN
  FOR a IN SELECT f.* FROM fresh f JOIN former o ON o.id = f.id WHERE o.cleared_at IS NULL AND f.cleared_at IS NOT NULL
    ORDER BY f.cleared_at, f.id
  LOOP
    PERFORM add_api_event('alarm.cleared', a.company_id, a.device_id, a.site_id, a.id, alarm_content(a));
  END LOOP;
  FOR a IN SELECT f.* FROM fresh f JOIN former o ON o.id = f.id WHERE o.cleared_at IS NOT NULL AND f.cleared_at IS NULL
    ORDER BY f.raised_at, f.id
  LOOP
    PERFORM add_api_event('alarm.raised', a.company_id, a.device_id, a.site_id, a.id, alarm_content(a));
  END LOOP;
  FOR a IN
    SELECT first.* FROM (SELECT DISTINCT s.assist FROM fresh f JOIN former o ON o.id = f.id,
        LATERAL assists_of(f.device_id, f.run_id) s
      WHERE o.cleared_at IS NULL AND f.cleared_at IS NOT NULL AND f.run_id IS NOT NULL AND is_assist_code(f.code) AND s.id = f.id
        AND NOT EXISTS (SELECT FROM assists_of(f.device_id, f.run_id) other WHERE other.assist = s.assist AND other.cleared_at IS NULL)) closed
    JOIN alarms first ON first.id = closed.assist
  LOOP
    PERFORM add_api_event('assist.closed', a.company_id, a.device_id, a.site_id, a.id, alarm_content(a));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events_changed AFTER UPDATE ON alarms REFERENCING OLD TABLE AS former NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION events_of_changed_alarms();
--> statement-breakpoint
CREATE FUNCTION "events_of_command"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event('command.ended', new.company_id, new.device_id, NULL, new.id,
    jsonb_build_object('type', new.type, 'state', new.status, 'code', nullif(new.code, ''), 'createdAt', api_moment(new.created_at),
      'endedAt', api_moment(new.ended_at)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events_new AFTER INSERT ON commands FOR EACH ROW
  WHEN (new.ended_at IS NOT NULL) EXECUTE FUNCTION events_of_command();
--> statement-breakpoint
CREATE TRIGGER api_events_changed AFTER UPDATE ON commands FOR EACH ROW
  WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION events_of_command();
--> statement-breakpoint
CREATE FUNCTION "events_of_map_version"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event('map.published', new.company_id, new.device_id, (SELECT m.site_id FROM maps m WHERE m.id = new.map_id), new.id,
    jsonb_build_object('mapId', new.map_id, 'version', new.version, 'origin', new.origin, 'note', new.note));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events AFTER INSERT ON map_versions FOR EACH ROW EXECUTE FUNCTION events_of_map_version();
--> statement-breakpoint
CREATE FUNCTION "events_of_work_order"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  content jsonb := jsonb_build_object('number', new.number, 'name', new.name, 'type', new.type, 'level', new.level, 'state', new.state,
    'origin', new.origin, 'alarmId', new.alarm_id, 'submittedAt', api_moment(new.submitted_at), 'dispatchedAt', api_moment(new.dispatched_at),
    'resolvedAt', api_moment(new.resolved_at), 'resolution', new.resolution, 'verification', new.verification);
  was timestamptz[] := CASE WHEN TG_OP = 'UPDATE' THEN ARRAY[old.dispatched_at, old.resolved_at, old.verified_at] END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_api_event('work_order.opened', new.company_id, new.device_id, new.site_id, new.id, content);
  END IF;
  IF new.dispatched_at IS NOT NULL AND new.dispatched_at IS DISTINCT FROM was[1] THEN
    PERFORM add_api_event('work_order.dispatched', new.company_id, new.device_id, new.site_id, new.id, content);
  END IF;
  IF new.resolved_at IS NOT NULL AND new.resolved_at IS DISTINCT FROM was[2] THEN
    PERFORM add_api_event('work_order.resolved', new.company_id, new.device_id, new.site_id, new.id, content);
  END IF;
  IF new.verified_at IS NOT NULL AND new.verified_at IS DISTINCT FROM was[3] THEN
    PERFORM add_api_event('work_order.verified', new.company_id, new.device_id, new.site_id, new.id, content);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events_new AFTER INSERT ON work_orders FOR EACH ROW EXECUTE FUNCTION events_of_work_order();
--> statement-breakpoint
CREATE TRIGGER api_events_changed AFTER UPDATE ON work_orders FOR EACH ROW
  WHEN (new.dispatched_at IS DISTINCT FROM old.dispatched_at OR new.resolved_at IS DISTINCT FROM old.resolved_at
    OR new.verified_at IS DISTINCT FROM old.verified_at) EXECUTE FUNCTION events_of_work_order();
--> statement-breakpoint
CREATE FUNCTION "events_of_update"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event('update.finished', new.company_id, new.device_id, NULL, new.id,
    jsonb_build_object('state', new.state, 'packageType', new.pkg_type, 'fromVersion', new.from_version, 'toVersion', new.to_version,
      'code', nullif(new.code, ''), 'endedAt', api_moment(new.ended_at)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events AFTER UPDATE ON ota_records FOR EACH ROW
  WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION events_of_update();
--> statement-breakpoint
CREATE FUNCTION "events_of_maintenance"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_api_event('maintenance.due', new.company_id, new.device_id, NULL, new.id,
    jsonb_build_object('plan', new.plan_name, 'dueAt', api_moment(new.due_at), 'workOrderId', new.order_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_events AFTER UPDATE ON maintenance_dues FOR EACH ROW
  WHEN (old.order_id IS NULL AND new.order_id IS NOT NULL) EXECUTE FUNCTION events_of_maintenance();
--> statement-breakpoint
-- Gives places to committed events, in the order of writing within a batch. One process does so at a time; writers never wait for it. A
-- transaction that commits late gets later places, so who reads by place skips nothing.
CREATE FUNCTION "place_api_events"(most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  first bigint;
  placed integer;
BEGIN
  IF current_setting('sweepline.companies', true) IS DISTINCT FROM '*' THEN RAISE insufficient_privilege; END IF;
  IF NOT pg_try_advisory_xact_lock(7353221) THEN RETURN 0; END IF;
  INSERT INTO api_event_places (id, last) VALUES (1, 0) ON CONFLICT DO NOTHING;
  SELECT p.last INTO first FROM api_event_places p WHERE p.id = 1 FOR UPDATE;
  WITH waiting AS MATERIALIZED (
    SELECT e.id, e.at, e.company_id, row_number() OVER (ORDER BY e.at, e.id) AS nth,
      row_number() OVER (PARTITION BY e.company_id ORDER BY e.at, e.id) AS own
    FROM (SELECT w.id, w.at, w.company_id FROM api_events w WHERE w.place IS NULL ORDER BY w.at, w.id LIMIT most) e
  ), added AS (
    INSERT INTO api_event_positions AS p (id, company_id, last) SELECT gen_random_uuid(), w.company_id, count(*) FROM waiting w GROUP BY 2
    ON CONFLICT (company_id) DO UPDATE SET last = p.last + excluded.last RETURNING p.company_id, p.last
  ), numbered AS (
    UPDATE api_events e SET place = first + w.nth,
      position = a.last - (SELECT count(*) FROM waiting c WHERE c.company_id = w.company_id) + w.own
    FROM waiting w JOIN added a ON a.company_id = w.company_id WHERE e.id = w.id AND e.at = w.at RETURNING 1
  )
  SELECT count(*)::integer INTO placed FROM numbered;
  IF placed > 0 THEN UPDATE api_event_places SET last = first + placed WHERE id = 1; END IF;
  RETURN placed;
END $$;
--> statement-breakpoint
-- The first place that is still stored and the last one that was given. A reader may begin just before the first.
CREATE FUNCTION "api_event_range"(OUT first bigint, OUT last bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT min(e.place) FROM api_events e), p.last + 1), p.last
  FROM (SELECT coalesce(max(q.last), 0) AS last FROM api_event_places q) p
$$;
