CREATE TABLE "snapshot_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"alarm_id" uuid NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"taken_at" timestamp(3) with time zone,
	"failure" text,
	"snapshot_id" uuid,
	CONSTRAINT "snapshot_requests_alarm" UNIQUE("alarm_id")
);
--> statement-breakpoint
ALTER TABLE "snapshot_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "snapshot_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"min_level" integer,
	"of_assists" boolean NOT NULL,
	"on_reports" boolean NOT NULL,
	"on_orders" boolean NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"updated_by_id" uuid NOT NULL,
	CONSTRAINT "snapshot_rules_company" UNIQUE("company_id")
);
--> statement-breakpoint
ALTER TABLE "snapshot_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "snapshot_requests" ADD CONSTRAINT "snapshot_requests_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_requests" ADD CONSTRAINT "snapshot_requests_snapshot_id_video_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."video_snapshots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "snapshot_requests_company" ON "snapshot_requests" USING btree ("company_id","asked_at");--> statement-breakpoint
CREATE INDEX "snapshot_requests_snapshot" ON "snapshot_requests" USING btree ("snapshot_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "snapshot_requests" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "snapshot_rules" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));