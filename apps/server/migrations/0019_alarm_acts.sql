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
ALTER TABLE "alarm_acts" ADD CONSTRAINT "alarm_acts_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_acts_alarm" ON "alarm_acts" USING btree ("alarm_id","at","id");--> statement-breakpoint
CREATE INDEX "alarm_acts_company" ON "alarm_acts" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_acts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));