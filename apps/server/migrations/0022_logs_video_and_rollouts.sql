CREATE TABLE "log_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"min_level" integer,
	"daily_bytes" bigint NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "log_collections_company" UNIQUE("company_id")
);
--> statement-breakpoint
ALTER TABLE "log_collections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ota_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"task_name" text NOT NULL,
	"device_id" uuid NOT NULL,
	"pkg_type" text NOT NULL,
	"stage" integer NOT NULL,
	"rank" integer NOT NULL,
	"step" text NOT NULL,
	"state" text NOT NULL,
	"phase" text DEFAULT '' NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"from_version" text,
	"to_version" text NOT NULL,
	"way" text[] NOT NULL,
	"way_package_ids" uuid[] NOT NULL,
	"way_index" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"command_id" uuid,
	"job_id" uuid,
	"offered_at" timestamp(3) with time zone,
	"busy_site_id" uuid,
	"withdraw" text,
	"withdrawn_at" timestamp(3) with time zone,
	"code" text DEFAULT '' NOT NULL,
	"retry_at" timestamp(3) with time zone,
	"postponed_until" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	"changed_at" timestamp(3) with time zone,
	"noticed_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "ota_records_task" UNIQUE("task_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "ota_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ota_stages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"stage" integer NOT NULL,
	"initializing" integer DEFAULT 0 NOT NULL,
	"upgrading" integer DEFAULT 0 NOT NULL,
	"successful" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"failed_before" integer DEFAULT 0 NOT NULL,
	"accepted" boolean DEFAULT false NOT NULL,
	"started_at" timestamp(3) with time zone,
	"completed_at" timestamp(3) with time zone,
	"next_at" timestamp(3) with time zone,
	CONSTRAINT "ota_stages_stage" UNIQUE("task_id","stage")
);
--> statement-breakpoint
ALTER TABLE "ota_stages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ota_task_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"account_id" uuid,
	"act" text NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ota_task_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ota_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"package_id" uuid NOT NULL,
	"pkg_type" text NOT NULL,
	"package_name" text NOT NULL,
	"version" text NOT NULL,
	"plan" jsonb NOT NULL,
	"force" boolean NOT NULL,
	"deadline" timestamp(3) with time zone NOT NULL,
	"stage" integer,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by_id" uuid NOT NULL,
	"by" text NOT NULL,
	"submitted_by_id" uuid,
	"approved_by_id" uuid,
	"approved_at" timestamp(3) with time zone,
	"refused_reasons" text DEFAULT '' NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"next_tick_at" timestamp(3) with time zone,
	"joiners_at" timestamp(3) with time zone,
	"canary_at" timestamp(3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "ota_tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_update_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"window" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid NOT NULL,
	CONSTRAINT "site_update_windows_siteId_unique" UNIQUE("site_id")
);
--> statement-breakpoint
ALTER TABLE "site_update_windows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"camera" text NOT NULL,
	"taken_at" timestamp(3) with time zone NOT NULL,
	"account_id" uuid NOT NULL,
	"viewer" text NOT NULL,
	"company" text NOT NULL,
	"file_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_snapshots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "device_logs" ALTER COLUMN "requested_by_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "device_logs" ADD COLUMN "alarm_id" uuid;--> statement-breakpoint
ALTER TABLE "device_logs" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ota_records" ADD CONSTRAINT "ota_records_task_id_ota_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."ota_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ota_records" ADD CONSTRAINT "ota_records_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ota_stages" ADD CONSTRAINT "ota_stages_task_id_ota_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."ota_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ota_task_events" ADD CONSTRAINT "ota_task_events_task_id_ota_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."ota_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ota_tasks" ADD CONSTRAINT "ota_tasks_package_id_ota_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."ota_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_update_windows" ADD CONSTRAINT "site_update_windows_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_snapshots" ADD CONSTRAINT "video_snapshots_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_snapshots" ADD CONSTRAINT "video_snapshots_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ota_records_open" ON "ota_records" USING btree ("device_id","pkg_type") WHERE "ota_records"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "ota_records_device" ON "ota_records" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "ota_records_company" ON "ota_records" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "ota_records_stage" ON "ota_records" USING btree ("task_id","stage","rank");--> statement-breakpoint
CREATE INDEX "ota_records_ready" ON "ota_records" USING btree ("task_id","stage","rank") WHERE "ota_records"."step" = 'READY';--> statement-breakpoint
CREATE INDEX "ota_records_unnoticed" ON "ota_records" USING btree ("task_id","stage") WHERE "ota_records"."step" = 'READY' and "ota_records"."noticed_at" is null;--> statement-breakpoint
CREATE INDEX "ota_records_flight" ON "ota_records" USING btree ("task_id") WHERE "ota_records"."step" in ('OFFERED', 'SENT', 'CONFIRMING');--> statement-breakpoint
CREATE INDEX "ota_records_site" ON "ota_records" USING btree ("busy_site_id") WHERE "ota_records"."busy_site_id" is not null;--> statement-breakpoint
CREATE INDEX "ota_records_changed" ON "ota_records" USING btree ("task_id") WHERE "ota_records"."changed_at" is not null;--> statement-breakpoint
CREATE INDEX "ota_stages_company" ON "ota_stages" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "ota_task_events_task" ON "ota_task_events" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "ota_task_events_company" ON "ota_task_events" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "ota_tasks_company" ON "ota_tasks" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "ota_tasks_package" ON "ota_tasks" USING btree ("package_id");--> statement-breakpoint
CREATE INDEX "ota_tasks_tick" ON "ota_tasks" USING btree ("next_tick_at") WHERE "ota_tasks"."next_tick_at" is not null;--> statement-breakpoint
CREATE INDEX "site_update_windows_company" ON "site_update_windows" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "video_snapshots_device" ON "video_snapshots" USING btree ("device_id","taken_at");--> statement-breakpoint
CREATE INDEX "video_snapshots_file" ON "video_snapshots" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "drive_sessions_company" ON "drive_sessions" USING btree ("company_id","opened_at");--> statement-breakpoint
CREATE INDEX "device_logs_alarm" ON "device_logs" USING btree ("device_id","created_at") WHERE "device_logs"."source" = 'ALARM';--> statement-breakpoint
CREATE INDEX "video_views_company" ON "video_views" USING btree ("company_id","opened_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "log_collections" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ota_records" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ota_stages" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ota_task_events" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ota_tasks" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "site_update_windows" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "video_snapshots" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- by hand
ALTER TABLE "log_collections" ADD CONSTRAINT "log_collections_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
