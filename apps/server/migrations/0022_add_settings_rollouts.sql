CREATE TABLE "profile_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"profile_id" uuid,
	"profile_name" text NOT NULL,
	"profile_version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"applied_at" timestamp(3) with time zone NOT NULL,
	"applied_by" text NOT NULL,
	CONSTRAINT "profile_uses_deviceId_unique" UNIQUE("device_id")
);
--> statement-breakpoint
ALTER TABLE "profile_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rollout_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"rollout_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"result" text NOT NULL,
	"version" integer,
	"faults" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "rollout_devices_device" UNIQUE("rollout_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "rollout_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "settings_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"model" text NOT NULL,
	"values" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "settings_rollouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"source_id" uuid,
	"profile_id" uuid,
	"profile_version" integer,
	"source_name" text NOT NULL,
	"model" text NOT NULL,
	"values" jsonb NOT NULL,
	"due_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"canceled_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"account_id" uuid NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings_rollouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "profile_uses" ADD CONSTRAINT "profile_uses_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_uses" ADD CONSTRAINT "profile_uses_profile_id_settings_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."settings_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_devices" ADD CONSTRAINT "rollout_devices_rollout_id_settings_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "public"."settings_rollouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_devices" ADD CONSTRAINT "rollout_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_rollouts" ADD CONSTRAINT "settings_rollouts_source_id_devices_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_rollouts" ADD CONSTRAINT "settings_rollouts_profile_id_settings_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."settings_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profile_uses_profile" ON "profile_uses" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settings_profiles_name" ON "settings_profiles" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE INDEX "settings_rollouts_created" ON "settings_rollouts" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "settings_rollouts_due" ON "settings_rollouts" USING btree ("due_at") WHERE "settings_rollouts"."state" = 'SCHEDULED';--> statement-breakpoint
CREATE POLICY "company_fence" ON "profile_uses" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "rollout_devices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "settings_profiles" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "settings_rollouts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
ALTER TABLE "settings_profiles" ADD CONSTRAINT "settings_profiles_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "settings_rollouts" ADD CONSTRAINT "settings_rollouts_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
