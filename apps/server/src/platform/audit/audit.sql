-- The PostgreSQL part of the audit. The owner runs it at every start, so it always matches the program's version.
-- The server's own role can write neither row changes nor seals: these functions write them as the owner.

-- A value as the audit stores it: secrets are replaced by a mark, long texts by their length and hash.
CREATE OR REPLACE FUNCTION audit_shown(name text, value jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = public, pg_temp AS $$
DECLARE
  kind text := jsonb_typeof(value);
BEGIN
  IF value IS NULL OR kind IN ('null', 'boolean', 'number') THEN RETURN value; END IF;
  IF name ~* '(passw|passphrase|secret|token|ticket|credential|api_?key|private_?key|one_?time|hash$|otp$|pin$)' THEN
    RETURN '{"hidden": true}';
  END IF;
  IF length(value::text) > 4000 THEN
    RETURN jsonb_build_object('long', length(value::text),
      'sha256', encode(sha256(convert_to(value::text, 'UTF8')), 'hex'));
  END IF;
  IF kind = 'object' THEN
    RETURN (SELECT coalesce(jsonb_object_agg(f.key, audit_shown(f.key, f.value)), '{}') FROM jsonb_each(value) f);
  END IF;
  IF kind = 'array' AND EXISTS (SELECT 1 FROM jsonb_array_elements(value) e WHERE jsonb_typeof(e) IN ('object', 'array')) THEN
    RETURN (SELECT jsonb_agg(audit_shown(name, e.value) ORDER BY e.ordinality)
      FROM jsonb_array_elements(value) WITH ORDINALITY e);
  END IF;
  RETURN value;
END $$;

-- Records one changed row of a request. The setting contains the request id, the time and the account, separated by spaces.
CREATE OR REPLACE FUNCTION audit_row_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  act text[] := string_to_array(current_setting('sweepline.request'), ' ');
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(old) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(new) END;
  row_data jsonb := CASE WHEN TG_OP = 'DELETE' THEN old_row ELSE new_row END;
  was jsonb;
  is_now jsonb;
BEGIN
  SELECT jsonb_object_agg(f.key, audit_shown(f.key, coalesce(old_row -> f.key, 'null'))),
         jsonb_object_agg(f.key, audit_shown(f.key, coalesce(new_row -> f.key, 'null')))
    INTO was, is_now
    FROM jsonb_each(row_data) f
    WHERE f.key NOT IN ('id', 'version', 'revision', 'created_at', 'updated_at', 'updated_by', 'last_seen_at',
        'last_sign_in_at', 'path', 'name_key')
      AND coalesce(old_row -> f.key, 'null') IS DISTINCT FROM coalesce(new_row -> f.key, 'null');
  IF was IS NULL AND TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  INSERT INTO audit_changes (company_id, request_id, at, account_id, table_name, record_id, record_name, operation, before, after)
  VALUES (
    CASE WHEN TG_TABLE_NAME = 'companies' THEN row_data ->> 'id' ELSE row_data ->> 'company_id' END::uuid,
    act[1], act[2]::timestamptz, nullif(act[3], '-')::uuid, TG_TABLE_NAME, coalesce(row_data ->> 'id', ''),
    left(coalesce(nullif(row_data ->> 'nickname', ''), nullif(row_data ->> 'name', ''), nullif(row_data ->> 'title', ''),
      nullif(row_data ->> 'sn', ''), nullif(row_data ->> 'username', ''), nullif(row_data ->> 'email', ''), ''), 200),
    TG_OP,
    CASE WHEN TG_OP <> 'INSERT' THEN was END,
    CASE WHEN TG_OP <> 'DELETE' THEN is_now END
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION audit_await_seal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_pending (item_id, kind) SELECT added.id, TG_ARGV[0] FROM added;
  RETURN NULL;
END $$;

-- The tables are append-only for every role. Only the retention deletes rows, the oldest first.
CREATE OR REPLACE FUNCTION audit_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('sweepline.trimming', true) = 'on' THEN RETURN old; END IF;
  RAISE EXCEPTION 'the audit trail is only ever added to';
END $$;

-- The content that is hashed. A later version of the program that stores more columns adds a second form ('entry/2').
CREATE OR REPLACE FUNCTION audit_entry_text(e audit_entries) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_array('entry/1', e.id, e.company_id, extract(epoch from e.at), e.account_id, e.account_name,
    e.account_role, e.call, e.action, e.record_id, e.record_name, e.record_company_id, e.code, e.reason, e.address,
    e.request_id, e.duration_ms)::text
$$;
CREATE OR REPLACE FUNCTION audit_change_text(c audit_changes) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_array('change/1', c.id, c.company_id, c.request_id, extract(epoch from c.at), c.account_id,
    c.table_name, c.record_id, c.record_name, c.operation, c.before, c.after)::text
$$;
CREATE OR REPLACE FUNCTION audit_hash(content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(content, 'UTF8')), 'hex')
$$;
CREATE OR REPLACE FUNCTION audit_link(previous text, seq bigint, kind text, item uuid, content_hash text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT audit_hash(previous || ' ' || seq || ' ' || kind || ' ' || item || ' ' || content_hash)
$$;

-- Adds committed items to the chain in the order of writing. One process seals at a time; writers never wait for it.
CREATE OR REPLACE FUNCTION audit_seal(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place bigint;
  last text;
  item record;
  sealed integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7353213) THEN RETURN 0; END IF;
  SELECT s.seq, s.hash INTO place, last FROM audit_seals s ORDER BY s.seq DESC LIMIT 1;
  IF place IS NULL THEN
    SELECT a.seq, a.hash INTO place, last FROM audit_anchors a ORDER BY a.seq DESC LIMIT 1;
  END IF;
  place := coalesce(place, 0);
  last := coalesce(last, repeat('0', 64));
  FOR item IN
    WITH taken AS (
      DELETE FROM audit_pending WHERE seq IN (SELECT p.seq FROM audit_pending p ORDER BY p.seq LIMIT most)
      RETURNING seq, item_id, kind
    )
    SELECT t.item_id, t.kind,
      audit_hash(coalesce(CASE WHEN t.kind = 'entry' THEN audit_entry_text(e) ELSE audit_change_text(c) END, '')) AS content
    FROM taken t
    LEFT JOIN audit_entries e ON t.kind = 'entry' AND e.id = t.item_id
    LEFT JOIN audit_changes c ON t.kind = 'change' AND c.id = t.item_id
    ORDER BY t.seq
  LOOP
    place := place + 1;
    last := audit_link(last, place, item.kind, item.item_id, item.content);
    INSERT INTO audit_seals (seq, item_id, kind, content_hash, hash, sealed_at)
      VALUES (place, item.item_id, item.kind, item.content, last, now());
    sealed := sealed + 1;
  END LOOP;
  RETURN sealed;
END $$;

-- A process killed between a change and its entry leaves a change without an entry. This function adds the entry.
CREATE OR REPLACE FUNCTION audit_adopt(moment timestamptz) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH lone AS (
    SELECT DISTINCT ON (c.request_id) c.* FROM audit_changes c
    WHERE c.at BETWEEN moment - interval '7 days' AND moment - interval '2 minutes'
      AND NOT EXISTS (SELECT 1 FROM audit_entries e WHERE e.request_id = c.request_id)
    ORDER BY c.request_id, c.seq
  ), added AS (
    INSERT INTO audit_entries (id, company_id, at, account_id, account_name, call, record_id, record_name, code, reason, address, request_id)
    SELECT gen_random_uuid(), company_id, at, account_id, '', '', record_id, record_name, 200, 'interrupted', '', request_id
    FROM lone RETURNING 1
  )
  SELECT count(*)::integer FROM added
$$;

-- Drops links sealed more than days_kept days ago, at most `most` per call, and stores the last dropped hash as the new
-- start. The minimum is ninety days: a caller of this function must not be able to delete a record of a recent action.
CREATE OR REPLACE FUNCTION audit_trim(days_kept integer, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET sweepline.trimming = 'on' AS $$
DECLARE
  older_than timestamptz := now() - make_interval(days => greatest(days_kept, 90));
  first bigint;
  cut bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7353213);
  SELECT min(seq) INTO first FROM audit_seals;
  SELECT max(seq) INTO cut FROM audit_seals WHERE seq < first + most
    AND seq < coalesce((SELECT min(seq) FROM audit_seals WHERE sealed_at >= older_than), first + most);
  IF cut IS NULL THEN RETURN 0; END IF;
  INSERT INTO audit_anchors (seq, hash, at) SELECT seq, hash, now() FROM audit_seals WHERE seq = cut;
  DELETE FROM audit_entries e USING audit_seals s WHERE s.seq <= cut AND s.kind = 'entry' AND s.item_id = e.id;
  DELETE FROM audit_changes c USING audit_seals s WHERE s.seq <= cut AND s.kind = 'change' AND s.item_id = c.id;
  DELETE FROM audit_seals WHERE seq <= cut;
  RETURN cut - first + 1;
END $$;

-- Checks a part of the chain. Returns the first broken link and its fault, or else the last link and its hash.
CREATE OR REPLACE FUNCTION audit_check(after_seq bigint, after_hash text, most integer)
RETURNS TABLE (seq bigint, hash text, item_id uuid, kind text, fault text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH walked AS (
    SELECT s.*, lag(s.seq, 1, after_seq) OVER (ORDER BY s.seq) AS before_seq,
      lag(s.hash, 1, after_hash) OVER (ORDER BY s.seq) AS before_hash,
      CASE WHEN s.kind = 'entry' THEN audit_entry_text(e) ELSE audit_change_text(c) END AS content,
      e.id IS NULL AND c.id IS NULL AS gone
    FROM (SELECT * FROM audit_seals WHERE audit_seals.seq > after_seq ORDER BY audit_seals.seq LIMIT most) s
    LEFT JOIN audit_entries e ON s.kind = 'entry' AND e.id = s.item_id
    LEFT JOIN audit_changes c ON s.kind = 'change' AND c.id = s.item_id
  ), judged AS (
    SELECT w.*, CASE
      WHEN gone OR w.seq <> before_seq + 1 THEN 'removed'
      WHEN audit_hash(content) <> content_hash THEN 'changed'
      WHEN audit_link(before_hash, w.seq, w.kind, w.item_id, content_hash) <> w.hash THEN 'reordered'
    END AS fault FROM walked w
  )
  (SELECT j.seq, j.hash, j.item_id, j.kind, j.fault FROM judged j WHERE j.fault IS NOT NULL ORDER BY j.seq LIMIT 1)
  UNION ALL
  (SELECT j.seq, j.hash, j.item_id, j.kind, NULL FROM judged j
    WHERE NOT EXISTS (SELECT 1 FROM judged WHERE judged.fault IS NOT NULL) ORDER BY j.seq DESC LIMIT 1)
$$;

-- The first item without a seal that does not wait for one: it was inserted by hand.
CREATE OR REPLACE FUNCTION audit_unlinked() RETURNS TABLE (item_id uuid, kind text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  (SELECT e.id, 'entry' FROM audit_entries e
    WHERE NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.item_id = e.id)
      AND NOT EXISTS (SELECT 1 FROM audit_pending p WHERE p.item_id = e.id) ORDER BY e.at LIMIT 1)
  UNION ALL
  (SELECT c.id, 'change' FROM audit_changes c
    WHERE NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.item_id = c.id)
      AND NOT EXISTS (SELECT 1 FROM audit_pending p WHERE p.item_id = c.id) ORDER BY c.seq LIMIT 1)
  LIMIT 1
$$;
