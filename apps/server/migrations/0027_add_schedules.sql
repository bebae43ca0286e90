CREATE TABLE "holidays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"date" date NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "holidays" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "schedule_starts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"plan_date" date NOT NULL,
	"moved" boolean NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"latest_at" timestamp(3) with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"run_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"tried_at" timestamp(3) with time zone,
	CONSTRAINT "schedule_starts_once" UNIQUE("schedule_id","due_at")
);
--> statement-breakpoint
ALTER TABLE "schedule_starts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"time" text NOT NULL,
	"weekdays" integer[] NOT NULL,
	"rrule" text NOT NULL,
	"timezone" text NOT NULL,
	"minutes" integer NOT NULL,
	"missed" text NOT NULL,
	"start_latest_min" integer NOT NULL,
	"on_holidays" text NOT NULL,
	"exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"looked_until" timestamp(3) with time zone NOT NULL,
	"next_due_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" text,
	"opened" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "report_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"map_id" uuid NOT NULL,
	"zone_ids" text[] NOT NULL,
	"cleaning_mode" text NOT NULL,
	"strength" text NOT NULL,
	"repetitions" integer NOT NULL,
	"strategy" text NOT NULL,
	"pattern" text NOT NULL,
	"finish" text NOT NULL,
	"zone_wishes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "setting_changes" ADD COLUMN "section" text DEFAULT 'settings' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "told_started_at" text;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "told_ended_at" text;--> statement-breakpoint
ALTER TABLE "task_reports" ADD COLUMN "flags" text[] GENERATED ALWAYS AS (array_remove(array[
  case when cleaned_m2 > planned_m2 + 0.01 then 'CLEANED_OVER_PLANNED' end,
  case when least(planned_m2, cleaned_m2, seconds, cleaning_seconds, distance_m, water_l, dirty_water_l, energy_wh) < 0 then 'NEGATIVE' end,
  case when ended_at < started_at then 'ENDS_BEFORE_START' end,
  case when told_started_at is not null or told_ended_at is not null
    or least(started_at, ended_at) < timestamptz '2000-01-01 00:00:00+00'
    or greatest(started_at, ended_at) - received_at > interval '1 day' then 'CLOCK' end
], null)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "previous_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "skipped" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "toured" jsonb;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "zone_wishes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_starts" ADD CONSTRAINT "schedule_starts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_report_id_task_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."task_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_templates" ADD CONSTRAINT "task_templates_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "holidays_day" ON "holidays" USING btree ("company_id",coalesce("site_id", '00000000-0000-0000-0000-000000000000'),"date");--> statement-breakpoint
CREATE INDEX "schedule_starts_company" ON "schedule_starts" USING btree ("company_id","due_at");--> statement-breakpoint
CREATE INDEX "schedule_starts_device" ON "schedule_starts" USING btree ("device_id","due_at");--> statement-breakpoint
CREATE INDEX "schedule_starts_run" ON "schedule_starts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "schedule_starts_open" ON "schedule_starts" USING btree ("due_at") WHERE "schedule_starts"."state" = 'DUE';--> statement-breakpoint
CREATE INDEX "schedules_company" ON "schedules" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "schedules_task" ON "schedules" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "schedules_device" ON "schedules" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_due_at") WHERE "schedules"."enabled";--> statement-breakpoint
CREATE UNIQUE INDEX "report_shares_token" ON "report_shares" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "report_shares_report" ON "report_shares" USING btree ("report_id","created_at");--> statement-breakpoint
CREATE INDEX "report_shares_company" ON "report_shares" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_templates_name" ON "task_templates" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE INDEX "devices_iccid" ON "devices" USING btree ("iccid");--> statement-breakpoint
CREATE INDEX "runs_previous" ON "runs" USING btree ("previous_id");--> statement-breakpoint
CREATE POLICY "company_fence" ON "holidays" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "schedule_starts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "schedules" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "report_shares" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "task_templates" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));