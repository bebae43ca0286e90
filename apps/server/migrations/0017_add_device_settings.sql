CREATE TABLE "device_sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"hash" text NOT NULL,
	"document" jsonb NOT NULL,
	"state" text NOT NULL,
	"code" text NOT NULL,
	"syncing_since" timestamp(3) with time zone,
	"origin" text,
	"changed_at" timestamp(3) with time zone,
	"changed_by" text NOT NULL,
	"reported_version" integer,
	"reported_hash" text NOT NULL,
	"reported_status" text NOT NULL,
	"reported_at" timestamp(3) with time zone,
	"reported_document" jsonb,
	"told" boolean NOT NULL,
	CONSTRAINT "device_sections_name" UNIQUE("device_id","name")
);
--> statement-breakpoint
ALTER TABLE "device_sections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "section_conflicts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"base_version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"settled_by" text,
	"kept" text,
	CONSTRAINT "section_conflicts_copy" UNIQUE("device_id","name","base_version","hash")
);
--> statement-breakpoint
ALTER TABLE "section_conflicts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "setting_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"origin" text NOT NULL,
	"applied_at" timestamp(3) with time zone,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "setting_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "device_sections" ADD CONSTRAINT "device_sections_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_conflicts" ADD CONSTRAINT "section_conflicts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_changes" ADD CONSTRAINT "setting_changes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "setting_changes_device" ON "setting_changes" USING btree ("device_id","at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_sections" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "section_conflicts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "setting_changes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "map_rotation" integer DEFAULT 0 NOT NULL;
