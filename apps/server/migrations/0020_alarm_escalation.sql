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
ALTER TABLE "alarm_settings" ADD COLUMN "tell_after_s" integer;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD COLUMN "receivers" jsonb;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD COLUMN "channels" text[];--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD COLUMN "policy_id" uuid;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "planned_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "alarm_deliveries" ADD CONSTRAINT "alarm_deliveries_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_tellings" ADD CONSTRAINT "alarm_tellings_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_deliveries_log" ON "alarm_deliveries" USING btree ("alarm_id","created_at");--> statement-breakpoint
CREATE INDEX "alarm_deliveries_due" ON "alarm_deliveries" USING btree ("due_at") WHERE "alarm_deliveries"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_tellings_alarm" ON "alarm_tellings" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "alarm_tellings_due" ON "alarm_tellings" USING btree ("next_at") WHERE "alarm_tellings"."next_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "escalation_policies_name" ON "escalation_policies" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "alarms_unplanned" ON "alarms" USING btree ("arrived_at") WHERE "alarms"."planned_at" is null and "alarms"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_shelved" ON "alarms" USING btree ("shelved_until") WHERE "alarms"."shelved_until" is not null and "alarms"."cleared_at" is null;--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_deliveries" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_tellings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "escalation_policies" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));