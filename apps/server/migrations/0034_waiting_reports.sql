CREATE TABLE "waiting_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"sn" text NOT NULL,
	"report" jsonb NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "waiting_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "waiting_reports_run" ON "waiting_reports" USING btree ("device_id","run_id");--> statement-breakpoint
CREATE INDEX "waiting_reports_received" ON "waiting_reports" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "device_jobs_job_id" ON "device_jobs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "device_uploads_file" ON "device_uploads" USING btree ("file_id");--> statement-breakpoint
CREATE POLICY "company_fence" ON "waiting_reports" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));