CREATE TABLE "device_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"command_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"source" text NOT NULL,
	"paths" jsonb NOT NULL,
	"from_at" timestamp(3) with time zone,
	"to_at" timestamp(3) with time zone,
	"modules" jsonb NOT NULL,
	"file_id" uuid,
	"requested_by_id" uuid NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_logs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"camera" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"token_hash" text NOT NULL,
	"token_until" timestamp(3) with time zone NOT NULL,
	"token_used_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "video_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"camera" text NOT NULL,
	"account_id" uuid NOT NULL,
	"login" uuid NOT NULL,
	"viewer" text NOT NULL,
	"company" text NOT NULL,
	"by_right" text NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"ended_as" text
);
--> statement-breakpoint
ALTER TABLE "video_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"managed_file_id" uuid,
	"file_name" text NOT NULL,
	"path" text NOT NULL,
	"command_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"account_id" uuid NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "file_transfers_job" UNIQUE("device_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "file_transfers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "device_jobs" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "managed_files" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "device_logs" ADD CONSTRAINT "device_logs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_sessions" ADD CONSTRAINT "video_sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_views" ADD CONSTRAINT "video_views_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_views" ADD CONSTRAINT "video_views_session_id_video_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."video_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_transfers" ADD CONSTRAINT "file_transfers_managed_file_id_managed_files_id_fk" FOREIGN KEY ("managed_file_id") REFERENCES "public"."managed_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_logs_company" ON "device_logs" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "device_logs_created" ON "device_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "device_logs_device" ON "device_logs" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "device_logs_job" ON "device_logs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "device_logs_command" ON "device_logs" USING btree ("command_id");--> statement-breakpoint
CREATE INDEX "device_logs_file" ON "device_logs" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "video_sessions_device" ON "video_sessions" USING btree ("device_id","camera","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "video_sessions_open" ON "video_sessions" USING btree ("device_id","camera") WHERE "video_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "video_views_device" ON "video_views" USING btree ("device_id","opened_at");--> statement-breakpoint
CREATE INDEX "video_views_session" ON "video_views" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "file_transfers_company" ON "file_transfers" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "file_transfers_file" ON "file_transfers" USING btree ("managed_file_id");--> statement-breakpoint
CREATE INDEX "file_transfers_command" ON "file_transfers" USING btree ("command_id");--> statement-breakpoint
CREATE INDEX "managed_files_expiry" ON "managed_files" USING btree ("expires_at") WHERE "managed_files"."expires_at" is not null;--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_logs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "video_sessions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "video_views" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "file_transfers" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- by hand
ALTER TABLE "file_transfers" ADD CONSTRAINT "file_transfers_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
