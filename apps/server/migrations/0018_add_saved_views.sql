CREATE TABLE "activation_code_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"code_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"to_company_id" uuid,
	"sn" text,
	"fault" text
);
--> statement-breakpoint
ALTER TABLE "activation_code_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activation_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"code_secret" text NOT NULL,
	"tail" text NOT NULL,
	"state" text DEFAULT 'UNUSED' NOT NULL,
	"failed_by" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"model" text NOT NULL,
	"usage_type" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"batch_name" text NOT NULL,
	"linked_at" timestamp(3) with time zone,
	"use_days" integer,
	"use_until" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"notice_to_id" uuid,
	"used_at" timestamp(3) with time zone,
	"sn" text,
	"hardware_id" text,
	"device_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "activation_codes_use" CHECK ("activation_codes"."use_days" is null or "activation_codes"."use_until" is null)
);
--> statement-breakpoint
ALTER TABLE "activation_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"serial" text NOT NULL,
	"not_before" timestamp(3) with time zone NOT NULL,
	"not_after" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "device_certificates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "activation_code_events" ADD CONSTRAINT "activation_code_events_code_id_activation_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."activation_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_code_events" ADD CONSTRAINT "activation_code_events_to_company_id_companies_id_fk" FOREIGN KEY ("to_company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_codes" ADD CONSTRAINT "activation_codes_notice_to_id_accounts_id_fk" FOREIGN KEY ("notice_to_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_codes" ADD CONSTRAINT "activation_codes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_certificates" ADD CONSTRAINT "device_certificates_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activation_code_events_code" ON "activation_code_events" USING btree ("code_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "activation_codes_hash" ON "activation_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "activation_codes_created" ON "activation_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "activation_codes_company" ON "activation_codes" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "activation_codes_batch" ON "activation_codes" USING btree ("batch_id","id");--> statement-breakpoint
CREATE INDEX "activation_codes_tail" ON "activation_codes" USING btree ("tail");--> statement-breakpoint
CREATE INDEX "activation_codes_sn" ON "activation_codes" USING btree (lower("sn"));--> statement-breakpoint
CREATE INDEX "activation_codes_device" ON "activation_codes" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("account_id","page","name");--> statement-breakpoint
CREATE UNIQUE INDEX "device_certificates_fingerprint" ON "device_certificates" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "device_certificates_device" ON "device_certificates" USING btree ("device_id");--> statement-breakpoint
CREATE POLICY "company_fence" ON "activation_code_events" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "activation_codes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "saved_views" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_certificates" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));