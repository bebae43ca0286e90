-- The deletion of a robot deletes its records of updates. A counter with them in it would keep their task from ending.
CREATE FUNCTION "uncount_ota_records"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE ota_stages s SET
    initializing = s.initializing - g.initializing,
    upgrading = s.upgrading - g.upgrading,
    successful = s.successful - g.successful,
    failed = s.failed - g.failed,
    failed_before = least(s.failed_before, s.failed - g.failed)
  FROM (
    SELECT task_id, stage, count(*) FILTER (WHERE state = 'INITIALIZING') AS initializing, count(*) FILTER (WHERE state = 'UPGRADING') AS upgrading,
      count(*) FILTER (WHERE state = 'SUCCESSFUL') AS successful, count(*) FILTER (WHERE state = 'FAILED') AS failed
    FROM gone GROUP BY task_id, stage
  ) g
  WHERE s.task_id = g.task_id AND s.stage = g.stage;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ota_records_deleted AFTER DELETE ON ota_records REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_ota_records();
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
