ALTER TABLE "task_reports" ADD COLUMN "told_result" text;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "done_share" double precision;--> statement-breakpoint
ALTER TABLE "site_targets" ADD COLUMN "done_share" double precision;--> statement-breakpoint
-- The share of the floor that the site of a report asks for; `defaultDoneShare` of the contract without one.
CREATE FUNCTION "done_share_of"(r task_reports) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT t.done_share FROM site_targets t WHERE t.site_id = coalesce(
    (SELECT m.site_id FROM maps m WHERE m.id = CASE
      WHEN r.map_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN r.map_id::uuid END),
    (SELECT d.site_id FROM devices d WHERE d.id = r.device_id))), 0.95)
$$;
--> statement-breakpoint
-- A success that left more of the reachable floor than its site allows is a partial one. Without reachable floor it is that of the plan.
-- A ten-thousandth is the error of the stored areas. Reports from before these columns keep their result.
CREATE FUNCTION "judge_report"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  floor_m2 double precision;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.told_result := coalesce(NEW.told_result, NEW.result);
    NEW.done_share := coalesce(NEW.done_share, done_share_of(NEW));
  ELSIF NEW.done_share IS NULL THEN
    RETURN NEW;
  ELSIF NEW.result <> OLD.result THEN
    NEW.told_result := NEW.result;
  END IF;
  floor_m2 := coalesce(NEW.reachable_m2, NEW.planned_m2 - coalesce(NEW.no_go_m2, 0));
  NEW.result := CASE
    WHEN NEW.told_result = 'SUCCESS' AND floor_m2 > 0 AND NEW.cleaned_m2 / floor_m2 < NEW.done_share - 0.0001 THEN 'PARTIAL'
    ELSE NEW.told_result END;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER task_reports_judged BEFORE INSERT OR UPDATE OF result, planned_m2, no_go_m2, reachable_m2, cleaned_m2 ON task_reports
  FOR EACH ROW EXECUTE FUNCTION judge_report();
