CREATE TABLE "ota_packages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"models" text[] NOT NULL,
	"pkg_type" text NOT NULL,
	"version" text NOT NULL,
	"min_version" text,
	"from_versions" text[] NOT NULL,
	"needs" jsonb NOT NULL,
	"format" text NOT NULL,
	"file_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	"forced" boolean NOT NULL,
	"release_scope" text NOT NULL,
	"remarks" text NOT NULL,
	"state" text NOT NULL,
	"reasons" text DEFAULT '' NOT NULL,
	"uploaded_at" timestamp(3) with time zone NOT NULL,
	"uploaded_by_id" uuid NOT NULL,
	"checked_at" timestamp(3) with time zone,
	"checked_by_id" uuid,
	"release_at" timestamp(3) with time zone,
	"released_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "ota_packages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ota_whitelists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"package_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"added_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ota_whitelists" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"label" text NOT NULL,
	"remarks" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received_bytes" bigint NOT NULL,
	"parts" jsonb NOT NULL,
	"file_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "managed_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"label" text NOT NULL,
	"remarks" text NOT NULL,
	"uploaded_by_id" uuid NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "managed_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "alarms_company";--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "remind_minutes" integer;--> statement-breakpoint
ALTER TABLE "device_jobs" ADD COLUMN "waits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_deliveries" ADD COLUMN "notice_id" uuid;--> statement-breakpoint
ALTER TABLE "alarm_acts" ADD COLUMN "minutes" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "uploaded_by_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "md5" text;--> statement-breakpoint
ALTER TABLE "ota_packages" ADD CONSTRAINT "ota_packages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ota_whitelists" ADD CONSTRAINT "ota_whitelists_package_id_ota_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."ota_packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ota_whitelists" ADD CONSTRAINT "ota_whitelists_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_files" ADD CONSTRAINT "managed_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ota_packages_uploaded" ON "ota_packages" USING btree ("company_id","uploaded_at");--> statement-breakpoint
CREATE INDEX "ota_packages_file" ON "ota_packages" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "ota_packages_release" ON "ota_packages" USING btree ("release_at") WHERE "ota_packages"."release_at" is not null;--> statement-breakpoint
CREATE INDEX "ota_packages_expiry" ON "ota_packages" USING btree ("expires_at") WHERE "ota_packages"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ota_whitelists_robot" ON "ota_whitelists" USING btree ("package_id","device_id");--> statement-breakpoint
CREATE INDEX "ota_whitelists_device" ON "ota_whitelists" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "ota_whitelists_company" ON "ota_whitelists" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "file_uploads_account" ON "file_uploads" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "file_uploads_company" ON "file_uploads" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "file_uploads_expires" ON "file_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "managed_files_company" ON "managed_files" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "managed_files_file" ON "managed_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "alarms_open_company" ON "alarms" USING btree ("company_id") WHERE "alarms"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_company" ON "alarms" USING btree ("company_id","arrived_at","id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ota_packages" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "ota_packages" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("state" = 'PUBLISHED' and "release_scope" = 'ALL' and "company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ota_whitelists" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "file_uploads" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "managed_files" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- by hand
ALTER TABLE "managed_files" ADD CONSTRAINT "managed_files_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "file_uploads" ADD CONSTRAINT "file_uploads_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
