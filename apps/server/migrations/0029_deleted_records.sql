-- The deletion of a robot deletes its records of updates. A counter with them in it would keep their task from ending.
CREATE FUNCTION "uncount_ota_record"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE ota_stages SET
    initializing = initializing - (old.state = 'INITIALIZING')::int,
    upgrading = upgrading - (old.state = 'UPGRADING')::int,
    successful = successful - (old.state = 'SUCCESSFUL')::int,
    failed = failed - (old.state = 'FAILED')::int,
    failed_before = least(failed_before, failed - (old.state = 'FAILED')::int)
  WHERE task_id = old.task_id AND stage = old.stage;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ota_records_deleted AFTER DELETE ON ota_records FOR EACH ROW EXECUTE FUNCTION uncount_ota_record();
--> statement-breakpoint
-- The robots that were deleted before.
WITH counted AS (
  SELECT s.id, count(*) FILTER (WHERE r.state = 'INITIALIZING') AS initializing, count(*) FILTER (WHERE r.state = 'UPGRADING') AS upgrading,
    count(*) FILTER (WHERE r.state = 'SUCCESSFUL') AS successful, count(*) FILTER (WHERE r.state = 'FAILED') AS failed
  FROM ota_stages s LEFT JOIN ota_records r ON r.task_id = s.task_id AND r.stage = s.stage GROUP BY s.id
)
UPDATE ota_stages s SET initializing = c.initializing, upgrading = c.upgrading, successful = c.successful, failed = c.failed,
  failed_before = least(s.failed_before, c.failed)
FROM counted c WHERE c.id = s.id
  AND (s.initializing, s.upgrading, s.successful, s.failed) IS DISTINCT FROM (c.initializing, c.upgrading, c.successful, c.failed);
