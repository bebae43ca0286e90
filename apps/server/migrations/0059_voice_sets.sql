CREATE TABLE "voice_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voice_sets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_set_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"language" text NOT NULL,
	"slot" text NOT NULL,
	"audio_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voice_set_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_rollouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"state" text NOT NULL,
	"is_own" boolean NOT NULL,
	"set_id" uuid,
	"set_name" text NOT NULL,
	"set_version" integer NOT NULL,
	"sounds" jsonb NOT NULL,
	"due_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"canceled_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"account_id" uuid NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voice_rollouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_rollout_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"rollout_id" uuid NOT NULL,
	"device_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voice_rollout_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"set_id" uuid,
	"set_name" text NOT NULL,
	"set_version" integer NOT NULL,
	"sounds" jsonb NOT NULL,
	"language" text NOT NULL,
	"applied_at" timestamp(3) with time zone NOT NULL,
	"applied_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voice_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "voice_set_items" ADD CONSTRAINT "voice_set_items_set_id_voice_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."voice_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_set_items" ADD CONSTRAINT "voice_set_items_audio_id_custom_audio_id_fk" FOREIGN KEY ("audio_id") REFERENCES "public"."custom_audio"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_rollouts" ADD CONSTRAINT "voice_rollouts_set_id_voice_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."voice_sets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_rollout_devices" ADD CONSTRAINT "voice_rollout_devices_rollout_id_voice_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "public"."voice_rollouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_rollout_devices" ADD CONSTRAINT "voice_rollout_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_uses" ADD CONSTRAINT "voice_uses_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_uses" ADD CONSTRAINT "voice_uses_set_id_voice_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."voice_sets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "voice_sets_name" ON "voice_sets" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "voice_set_items_place" ON "voice_set_items" USING btree ("set_id","language","slot");--> statement-breakpoint
CREATE INDEX "voice_set_items_audio" ON "voice_set_items" USING btree ("audio_id");--> statement-breakpoint
CREATE INDEX "voice_rollouts_created" ON "voice_rollouts" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "voice_rollouts_due" ON "voice_rollouts" USING btree ("due_at") WHERE "voice_rollouts"."state" = 'SCHEDULED';--> statement-breakpoint
CREATE UNIQUE INDEX "voice_rollout_devices_device" ON "voice_rollout_devices" USING btree ("rollout_id","device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "voice_uses_device" ON "voice_uses" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "voice_uses_set" ON "voice_uses" USING btree ("set_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "voice_sets" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "voice_set_items" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "voice_rollouts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "voice_rollout_devices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "voice_uses" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
