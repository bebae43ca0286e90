CREATE TABLE "alarm_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL,
	"alarms" integer NOT NULL,
	CONSTRAINT "alarm_days_key" UNIQUE NULLS NOT DISTINCT("device_id","day","company_id","site_id")
);
--> statement-breakpoint
ALTER TABLE "alarm_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alarm_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "alarm_days_company" ON "alarm_days" USING btree ("company_id","day");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_facts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- Alarms are counted with the alarms, as ended runs are (docs/decisions/0078-sums-of-alarms.md).
-- An open alarm follows a sold robot to its next company, whose sums have no site of the former one.
CREATE FUNCTION "alarm_fact_of"(a alarms) RETURNS alarm_facts LANGUAGE plpgsql STABLE AS $$
DECLARE
  f alarm_facts;
  zone text;
BEGIN
  f.id := a.id;
  f.company_id := a.company_id;
  f.device_id := a.device_id;
  f.site_id := a.site_id;
  IF f.site_id IS NULL THEN SELECT d.site_id INTO f.site_id FROM devices d WHERE d.id = a.device_id; END IF;
  SELECT s.id, s.timezone INTO f.site_id, zone FROM sites s WHERE s.id = f.site_id AND s.company_id = a.company_id;
  f.day := day_in(a.raised_at, zone);
  RETURN f;
END $$;
--> statement-breakpoint
CREATE FUNCTION "count_alarm"(f alarm_facts, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_days AS d (id, company_id, site_id, device_id, day, alarms)
  VALUES (gen_random_uuid(), f.company_id, f.site_id, f.device_id, f.day, sign)
  ON CONFLICT ON CONSTRAINT alarm_days_key DO UPDATE SET alarms = d.alarms + excluded.alarms;
  IF sign < 0 THEN
    DELETE FROM alarm_days d WHERE d.device_id = f.device_id AND d.day = f.day AND d.alarms = 0;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION "keep_alarm_counted"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  former alarm_facts;
  fresh alarm_facts;
BEGIN
  IF TG_OP <> 'INSERT' AND old.level > 0 THEN
    DELETE FROM alarm_facts WHERE id = old.id RETURNING * INTO former;
    IF FOUND THEN PERFORM count_alarm(former, -1); END IF;
  END IF;
  IF TG_OP <> 'DELETE' AND new.level > 0 THEN
    fresh := alarm_fact_of(new);
    INSERT INTO alarm_facts SELECT fresh.*;
    PERFORM count_alarm(fresh, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER alarms_counted AFTER INSERT ON alarms FOR EACH ROW WHEN (new.level > 0) EXECUTE FUNCTION keep_alarm_counted();
--> statement-breakpoint
-- An alarm is written with every step of its life; only a correction of what it counts as matters here.
CREATE TRIGGER alarms_count_changed AFTER UPDATE ON alarms FOR EACH ROW
  WHEN ((old.level > 0, old.raised_at, old.site_id, old.company_id, old.device_id)
    IS DISTINCT FROM (new.level > 0, new.raised_at, new.site_id, new.company_id, new.device_id))
  EXECUTE FUNCTION keep_alarm_counted();
--> statement-breakpoint
CREATE TRIGGER alarms_count_deleted AFTER DELETE ON alarms FOR EACH ROW WHEN (old.level > 0) EXECUTE FUNCTION keep_alarm_counted();
--> statement-breakpoint
-- The alarms that were raised before.
INSERT INTO alarm_facts (id, company_id, site_id, device_id, day)
SELECT a.id, a.company_id, s.id, a.device_id, day_in(a.raised_at, s.timezone)
FROM alarms a LEFT JOIN devices d ON d.id = a.device_id
  LEFT JOIN sites s ON s.id = coalesce(a.site_id, d.site_id) AND s.company_id = a.company_id
WHERE a.level > 0;
--> statement-breakpoint
INSERT INTO alarm_days (id, company_id, site_id, device_id, day, alarms)
SELECT gen_random_uuid(), company_id, site_id, device_id, day, count(*)
FROM alarm_facts GROUP BY company_id, site_id, device_id, day;
