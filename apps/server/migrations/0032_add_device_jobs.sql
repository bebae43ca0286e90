CREATE TABLE "device_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"command_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"phase" text NOT NULL,
	"pct" real,
	"bytes_done" bigint,
	"bytes_total" bigint,
	"rate_bps" real,
	"code" text DEFAULT '' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"told_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"online_s" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "device_jobs_job" UNIQUE("device_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "device_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "device_jobs" ADD CONSTRAINT "device_jobs_command_id_commands_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."commands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_jobs_command" ON "device_jobs" USING btree ("command_id");--> statement-breakpoint
CREATE INDEX "device_jobs_open" ON "device_jobs" USING btree ("ended_at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_jobs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));