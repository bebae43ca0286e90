CREATE TABLE "alarm_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"code" text NOT NULL,
	"error_type" text DEFAULT '' NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"level" integer,
	"fixer" text,
	"push" text,
	"push_off_until" timestamp(3) with time zone,
	"push_off_reason" text DEFAULT '' NOT NULL,
	"push_changed_at" timestamp(3) with time zone,
	"push_changed_by_id" uuid,
	"tell_after_s" integer,
	"receivers" jsonb,
	"channels" text[],
	"policy_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notice_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"permission" text NOT NULL,
	"device_id" uuid,
	"about_kind" text,
	"about_id" uuid,
	"template" text NOT NULL,
	"params" jsonb NOT NULL,
	"occasion" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notice_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"run_ends" text[],
	"min_coverage" integer,
	"run_telling" jsonb,
	"is_offline_told" boolean,
	"offline_minutes" integer,
	"expected_offline" jsonb,
	"is_back_told" boolean,
	"connection_telling" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alarm_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"alarm_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"step" integer NOT NULL,
	"repetition" integer NOT NULL,
	"account_id" uuid,
	"channel" text NOT NULL,
	"rule" jsonb NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "alarm_deliveries_once" UNIQUE NULLS NOT DISTINCT("alarm_id","round","step","repetition","account_id","channel")
);
--> statement-breakpoint
ALTER TABLE "alarm_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alarm_tellings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"alarm_id" uuid NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"repetition" integer DEFAULT 0 NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone,
	"next_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "alarm_tellings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "escalation_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"remind_minutes" integer,
	"process_from_level" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "escalation_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alarm_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"alarm_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"until" timestamp(3) with time zone,
	"owner_id" uuid
);
--> statement-breakpoint
ALTER TABLE "alarm_acts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "told_outages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"since" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "told_outages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "level_override" integer;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "effective_level" integer GENERATED ALWAYS AS (coalesce(level_override, level)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "site_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "cause_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "told_at" timestamp(3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "planned_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "last_raised_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_by_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "processed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "processed_by_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "result" text;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "shelved_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "shelved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "shelf_reason" text;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_starts" ADD COLUMN "told_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "notice_mails" ADD CONSTRAINT "notice_mails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_deliveries" ADD CONSTRAINT "alarm_deliveries_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_tellings" ADD CONSTRAINT "alarm_tellings_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_acts" ADD CONSTRAINT "alarm_acts_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_outages" ADD CONSTRAINT "told_outages_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Before, every alarm was told when it arrived.
UPDATE "alarms" SET "told_at" = "arrived_at";--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_settings_code" ON "alarm_settings" USING btree ("company_id","code","error_type","model");--> statement-breakpoint
CREATE INDEX "alarm_settings_by_code" ON "alarm_settings" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_mails_occasion" ON "notice_mails" USING btree ("occasion");--> statement-breakpoint
CREATE INDEX "notice_mails_due" ON "notice_mails" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "notice_mails_created" ON "notice_mails" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_settings_company" ON "notice_settings" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "alarm_deliveries_log" ON "alarm_deliveries" USING btree ("alarm_id","created_at");--> statement-breakpoint
CREATE INDEX "alarm_deliveries_due" ON "alarm_deliveries" USING btree ("due_at") WHERE "alarm_deliveries"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_tellings_alarm" ON "alarm_tellings" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "alarm_tellings_due" ON "alarm_tellings" USING btree ("next_at") WHERE "alarm_tellings"."next_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "escalation_policies_name" ON "escalation_policies" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "alarm_acts_alarm" ON "alarm_acts" USING btree ("alarm_id","at","id");--> statement-breakpoint
CREATE INDEX "alarm_acts_company" ON "alarm_acts" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "told_outages_device" ON "told_outages" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "alarms_told" ON "alarms" USING btree ("company_id","told_at");--> statement-breakpoint
CREATE INDEX "alarms_company_raised" ON "alarms" USING btree ("company_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "alarms_cause" ON "alarms" USING btree ("cause_id") WHERE "alarms"."cause_id" is not null;--> statement-breakpoint
CREATE INDEX "alarms_shelved" ON "alarms" USING btree ("device_id","code") WHERE "alarms"."shelved_until" is not null;--> statement-breakpoint
CREATE INDEX "alarms_foreign" ON "alarms" USING btree ("company_id","type","level") WHERE "alarms"."code" = '90000';--> statement-breakpoint
CREATE INDEX "alarms_unplanned" ON "alarms" USING btree ("arrived_at") WHERE "alarms"."planned_at" is null and "alarms"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_shelf_ends" ON "alarms" USING btree ("shelved_until") WHERE "alarms"."shelved_until" is not null and "alarms"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "schedule_starts_untold" ON "schedule_starts" USING btree ("due_at") WHERE "schedule_starts"."state" = 'MISSED' and "schedule_starts"."told_at" is null;--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_settings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "alarm_settings" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "notice_mails" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "notice_settings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "notice_settings" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_deliveries" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_tellings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "escalation_policies" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_acts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "told_outages" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
INSERT INTO "told_outages" ("id", "company_id", "device_id", "since")
  SELECT DISTINCT ON ("notices"."device_id") gen_random_uuid(), "devices"."company_id", "devices"."id", "notices"."outage_since"
  FROM "notices" JOIN "devices" ON "devices"."id" = "notices"."device_id"
  WHERE "notices"."outage_since" IS NOT NULL ORDER BY "notices"."device_id", "notices"."outage_since" DESC;
