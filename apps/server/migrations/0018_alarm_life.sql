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
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "level_override" integer;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "effective_level" integer GENERATED ALWAYS AS (coalesce(level_override, level)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "site_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "cause_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "told_at" timestamp(3) with time zone DEFAULT now();--> statement-breakpoint
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
UPDATE "alarms" SET "told_at" = "arrived_at";--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_settings_code" ON "alarm_settings" USING btree ("company_id","code","error_type","model");--> statement-breakpoint
CREATE INDEX "alarm_settings_by_code" ON "alarm_settings" USING btree ("code");--> statement-breakpoint
CREATE INDEX "alarms_told" ON "alarms" USING btree ("company_id","told_at");--> statement-breakpoint
CREATE INDEX "alarms_company_raised" ON "alarms" USING btree ("company_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "alarms_cause" ON "alarms" USING btree ("cause_id") WHERE "alarms"."cause_id" is not null;--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_settings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "alarm_settings" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));