CREATE TABLE "control_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"valid_until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "control_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "control_passwords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid,
	"password_hash" text NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "control_passwords" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drive_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"account_name" text NOT NULL,
	"by_right" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"ended_as" text,
	"ended_by" text DEFAULT '' NOT NULL,
	"distance_m" real DEFAULT 0 NOT NULL,
	"max_mps" real DEFAULT 0 NOT NULL,
	"latency_ms" real,
	"map_id" text,
	"path" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drive_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"rights" text[] NOT NULL,
	"term" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone,
	"given_by" text NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" text
);
--> statement-breakpoint
ALTER TABLE "device_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "control_grants" ADD CONSTRAINT "control_grants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_grants" ADD CONSTRAINT "control_grants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_grants" ADD CONSTRAINT "control_grants_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_passwords" ADD CONSTRAINT "control_passwords_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_sessions" ADD CONSTRAINT "drive_sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_shares" ADD CONSTRAINT "device_shares_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_shares" ADD CONSTRAINT "device_shares_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "control_grants_session" ON "control_grants" USING btree ("session_id","device_id");--> statement-breakpoint
CREATE INDEX "control_grants_device" ON "control_grants" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "control_passwords_device" ON "control_passwords" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "control_passwords_company" ON "control_passwords" USING btree ("company_id") WHERE "control_passwords"."device_id" is null;--> statement-breakpoint
CREATE INDEX "drive_sessions_device" ON "drive_sessions" USING btree ("device_id","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "drive_sessions_open" ON "drive_sessions" USING btree ("device_id") WHERE "drive_sessions"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_shares_one" ON "device_shares" USING btree ("device_id","account_id") WHERE "device_shares"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "device_shares_device" ON "device_shares" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "device_shares_account" ON "device_shares" USING btree ("account_id");--> statement-breakpoint
CREATE POLICY "company_fence" ON "control_grants" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "control_passwords" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "drive_sessions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_shares" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));