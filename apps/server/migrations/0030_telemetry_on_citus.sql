-- What Citus needs of the schema and the functions (docs/decisions/0079-telemetry-on-citus.md). Without Citus they do the same as before.
--
-- The scope of a transaction. Where tables are distributed, docs/citus/distribute.sql replaces it by one that the workers learn of.
CREATE FUNCTION "enter_scope"(companies text) RETURNS text LANGUAGE sql AS $$
  SELECT set_config('sweepline.companies', companies, true)
$$;
--> statement-breakpoint
-- As before, in statements that a distributed table takes: Citus has no deletion within an insert, and a change of tables goes to its
-- shards one after the other.
CREATE OR REPLACE FUNCTION "keep_partitions"(parent text, today date, days_ahead integer, days_kept integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' SET "citus.multi_shard_modify_mode" = 'sequential' AS $$
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
-- Whether the path of a run is stored. A query of other tables cannot read a distributed table for each of its rows.
CREATE FUNCTION "run_has_path"(company uuid, run uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM run_paths p WHERE p.company_id = company AND p.run_id = run);
END $$;
--> statement-breakpoint
-- The last event of each robot before a time. One query for each robot: a distributed table cannot be joined for each row of another.
CREATE FUNCTION "last_connections"(devices uuid[], moment timestamptz) RETURNS SETOF device_events LANGUAGE plpgsql STABLE AS $$
DECLARE
  device uuid;
BEGIN
  FOREACH device IN ARRAY devices LOOP
    RETURN QUERY SELECT * FROM device_events e
      WHERE e.device_id = device AND e.kind = 'CONNECTION' AND e.at < moment ORDER BY e.at DESC, e.id DESC LIMIT 1;
  END LOOP;
END $$;
--> statement-breakpoint
-- In PL/pgSQL: a function in SQL may not read a distributed table by its parameters.
CREATE OR REPLACE FUNCTION "online_spans"(devices uuid[], since timestamptz) RETURNS TABLE (
    device_id uuid, company_id uuid, site_id uuid, zone text, bound boolean, state text, starts timestamptz, ends timestamptz)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH entries AS (
    SELECT e.device_id, e.at, 1 AS rank, e.id, e.after AS state, NULL::text AS mark
    FROM device_events e WHERE e.device_id = ANY (devices) AND e.kind = 'CONNECTION' AND e.at >= since
    UNION ALL
    SELECT e.device_id, e.at, 1, e.id, e.after, NULL::text FROM last_connections(devices, since) e
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
  FROM filled f JOIN online_marks m ON m.id = f.mark::uuid;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "battery_recount"(devices uuid[], since timestamptz, until timestamptz) RETURNS TABLE (
    company_id uuid, device_id uuid, hour timestamptz, used integer, taken integer, samples integer, last_at timestamptz, last_soc real)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH samples AS (
    SELECT h.company_id, h.device_id, h.at, h.soc, battery_step(lag(h.soc) OVER o, lag(h.at) OVER o, h.soc, h.at) AS step
    FROM device_history h
    WHERE h.device_id = ANY (devices) AND h.soc IS NOT NULL AND h.at >= since - interval '1 hour' AND h.at < until
    WINDOW o AS (PARTITION BY h.company_id, h.device_id ORDER BY h.at, h.soc)
  )
  SELECT s.company_id, s.device_id, date_trunc('hour', s.at), sum(greatest(-s.step, 0))::int, sum(greatest(s.step, 0))::int, count(*)::int,
    max(s.at), (array_agg(s.soc ORDER BY s.at DESC, s.soc DESC))[1]
  FROM samples s WHERE s.at >= since GROUP BY 1, 2, 3;
END $$;
--> statement-breakpoint
-- What the triggers count, for rows that have no trigger.
CREATE FUNCTION "count_connection_events"(events device_events[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  late uuid[];
  first_at timestamptz;
BEGIN
  -- In the order of their ids, so that two transactions cannot wait for each other.
  PERFORM FROM online_states s WHERE s.id IN (SELECT f.device_id FROM unnest(events) f WHERE f.kind = 'CONNECTION') ORDER BY s.id FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT array_agg(DISTINCT f.device_id), min(f.at) INTO late, first_at
  FROM unnest(events) f JOIN online_states s ON s.id = f.device_id
  WHERE f.kind = 'CONNECTION' AND EXISTS (
    SELECT FROM unnest(events) e WHERE e.device_id = f.device_id AND e.kind = 'CONNECTION' AND e.at <= s.since);

  WITH spans AS (
    SELECT s.id AS device_id, s.company_id, s.site_id, s.zone, s.bound, lag(f.after, 1, s.state) OVER o AS state,
      lag(f.at, 1, s.since) OVER o AS starts, f.at AS ends
    FROM unnest(events) f JOIN online_states s ON s.id = f.device_id
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
  FROM (SELECT DISTINCT ON (f.device_id) f.device_id, f.after, f.at FROM unnest(events) f WHERE f.kind = 'CONNECTION'
    ORDER BY f.device_id, f.at DESC, f.id DESC) l
  WHERE s.id = l.device_id AND (late IS NULL OR s.id <> ALL (late));
  IF late IS NOT NULL THEN PERFORM recount_online(late, first_at); END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_connections"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM count_connection_events(ARRAY(SELECT ROW(f.*)::device_events FROM fresh f));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "count_history_samples"(rows device_history[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  late uuid[];
  first_at timestamptz;
  until timestamptz;
BEGIN
  WITH last AS (
    SELECT r.*, p.last_at, p.last_soc
    FROM (SELECT f.device_id, f.company_id, min(f.at) AS first_at FROM unnest(rows) f WHERE f.soc IS NOT NULL GROUP BY 1, 2) r
    LEFT JOIN LATERAL (SELECT b.last_at, b.last_soc FROM battery_hours b
      WHERE b.device_id = r.device_id AND b.company_id = r.company_id ORDER BY b.hour DESC LIMIT 1) p ON true
  ), behind AS (
    SELECT l.device_id, l.company_id FROM last l WHERE l.first_at <= l.last_at
  ), steps AS (
    SELECT f.company_id, f.device_id, f.at, f.soc,
      battery_step(lag(f.soc, 1, l.last_soc) OVER o, lag(f.at, 1, l.last_at) OVER o, f.soc, f.at) AS step
    FROM unnest(rows) f JOIN last l ON l.device_id = f.device_id AND l.company_id = f.company_id
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
  INTO late, first_at, until FROM unnest(rows) f JOIN behind b ON b.device_id = f.device_id AND b.company_id = f.company_id;
  IF late IS NULL THEN RETURN; END IF;
  -- Samples out of order: of two servers, or of a clock that was set back. They may change the hour after theirs.
  DELETE FROM battery_hours b WHERE b.device_id = ANY (late) AND b.hour >= first_at AND b.hour < until;
  INSERT INTO battery_hours (id, company_id, device_id, hour, used, taken, samples, last_at, last_soc)
  SELECT gen_random_uuid(), r.* FROM battery_recount(late, first_at, until) r ORDER BY r.device_id, r.hour;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_samples"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM count_history_samples(ARRAY(SELECT ROW(f.*)::device_history FROM fresh f));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Stores rows and has them counted, by the triggers or, on a distributed table, which may have none, by itself. As the owner: Citus reads
-- and writes a shard in one transaction under one role only, and a recount reads the events with these among them.
CREATE FUNCTION "store_device_events"(entries jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  stored device_events;
  events device_events[];
BEGIN
  IF current_setting('sweepline.companies', true) IS DISTINCT FROM '*' THEN RAISE insufficient_privilege; END IF;
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'device_events'::regclass AND tgname = 'device_events_counted') THEN
    INSERT INTO device_events SELECT * FROM jsonb_populate_recordset(NULL::device_events, entries) ON CONFLICT DO NOTHING;
    RETURN;
  END IF;
  FOR stored IN
    INSERT INTO device_events SELECT * FROM jsonb_populate_recordset(NULL::device_events, entries) ON CONFLICT DO NOTHING RETURNING *
  LOOP
    events := events || stored;
  END LOOP;
  PERFORM count_connection_events(events);
END $$;
--> statement-breakpoint
CREATE FUNCTION "store_device_history"(samples jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('sweepline.companies', true) IS DISTINCT FROM '*' THEN RAISE insufficient_privilege; END IF;
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'device_history'::regclass AND tgname = 'device_history_counted') THEN
    INSERT INTO device_history SELECT * FROM jsonb_populate_recordset(NULL::device_history, samples);
    RETURN;
  END IF;
  -- There is no key to conflict with. Without these words Citus copies the rows, and an error of one has no code of its own.
  INSERT INTO device_history SELECT * FROM jsonb_populate_recordset(NULL::device_history, samples) ON CONFLICT DO NOTHING;
  PERFORM count_history_samples((SELECT array_agg(s) FROM jsonb_populate_recordset(NULL::device_history, samples) s));
END $$;
