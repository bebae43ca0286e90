ALTER TABLE "device_requests" ADD COLUMN "declaration" jsonb;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "driving" jsonb;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "picture_fault" text;--> statement-breakpoint
-- A picture that arrives after the report decides the floor too.
CREATE OR REPLACE FUNCTION keep_report_painted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.map_id IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND old.trajectory_file_id IS NOT DISTINCT FROM new.trajectory_file_id
    AND old.coverage_files IS NOT DISTINCT FROM new.coverage_files
    AND old.map_id IS NOT DISTINCT FROM new.map_id THEN RETURN NULL; END IF;
  INSERT INTO zone_work AS w (id, company_id) VALUES (new.id, new.company_id)
  ON CONFLICT (id) DO UPDATE SET turn = w.turn + 1, attempts = 0;
  RETURN NULL;
END $$;
