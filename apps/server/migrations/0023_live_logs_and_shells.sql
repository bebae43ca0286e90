CREATE TABLE "live_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"token_hash" text NOT NULL,
	"token_until" timestamp(3) with time zone NOT NULL,
	"token_used_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "live_logs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shell_keys" (
	"slot" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shell_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shell_pieces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_char" integer NOT NULL,
	"length" integer NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shell_pieces" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shell_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"owner_approves" boolean NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shell_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shell_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"requester" text NOT NULL,
	"requester_company_id" uuid NOT NULL,
	"requester_company" text NOT NULL,
	"reason" text NOT NULL,
	"minutes" integer NOT NULL,
	"state" text NOT NULL,
	"end_reason" text,
	"ended_by" text DEFAULT '' NOT NULL,
	"refusal" text DEFAULT '' NOT NULL,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"open_until" timestamp(3) with time zone NOT NULL,
	"approvals" jsonb NOT NULL,
	"broke_glass" boolean NOT NULL,
	"observers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"login" uuid,
	"cols" integer DEFAULT 80 NOT NULL,
	"rows" integer DEFAULT 24 NOT NULL,
	"opened_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"output_length" integer DEFAULT 0 NOT NULL,
	"token_hash" text,
	"token_until" timestamp(3) with time zone,
	"token_used_at" timestamp(3) with time zone,
	"resume_hash" text
);
--> statement-breakpoint
ALTER TABLE "shell_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "live_logs" ADD CONSTRAINT "live_logs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shell_pieces" ADD CONSTRAINT "shell_pieces_session_id_shell_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."shell_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shell_sessions" ADD CONSTRAINT "shell_sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_logs_device" ON "live_logs" USING btree ("device_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "live_logs_open" ON "live_logs" USING btree ("device_id") WHERE "live_logs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "shell_pieces_session" ON "shell_pieces" USING btree ("session_id","kind","from_char");--> statement-breakpoint
CREATE UNIQUE INDEX "shell_policies_company" ON "shell_policies" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "shell_sessions_device" ON "shell_sessions" USING btree ("device_id","requested_at");--> statement-breakpoint
CREATE INDEX "shell_sessions_company" ON "shell_sessions" USING btree ("company_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shell_sessions_open" ON "shell_sessions" USING btree ("device_id") WHERE "shell_sessions"."state" in ('STARTING', 'RUNNING', 'STOPPING');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "live_logs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "shell_keys" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "shell_pieces" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "shell_policies" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "shell_sessions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));