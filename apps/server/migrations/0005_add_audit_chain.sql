CREATE TABLE "announcement_reads" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"announcement_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcement_reads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"lang_descriptions" jsonb NOT NULL,
	"published_at" timestamp(3) with time zone,
	"version" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "error_accounts" (
	"group_id" uuid NOT NULL,
	"company_id" uuid,
	"username" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "error_accounts_group_id_username_pk" PRIMARY KEY("group_id","username")
);
--> statement-breakpoint
ALTER TABLE "error_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "error_days" (
	"group_id" uuid NOT NULL,
	"company_id" uuid,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "error_days_group_id_day_pk" PRIMARY KEY("group_id","day")
);
--> statement-breakpoint
ALTER TABLE "error_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "error_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"fingerprint" text NOT NULL,
	"level" text NOT NULL,
	"desc" text NOT NULL,
	"frame" text NOT NULL,
	"product" text NOT NULL,
	"version" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"state_by" text DEFAULT '' NOT NULL,
	"state_at" timestamp(3) with time zone,
	CONSTRAINT "error_groups_one" UNIQUE NULLS NOT DISTINCT("company_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "error_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "error_occurrences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"group_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"time" text NOT NULL,
	"account_id" uuid,
	"username" text NOT NULL,
	"level" text NOT NULL,
	"desc" text NOT NULL,
	"page_url" text NOT NULL,
	"platform" text NOT NULL,
	"osver" text NOT NULL,
	"device_model" text NOT NULL,
	"browser_name" text NOT NULL,
	"lang" text NOT NULL,
	"product" text NOT NULL,
	"version" text NOT NULL,
	"extras" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "error_occurrences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notice_marks" (
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"up_to" timestamp(3) with time zone NOT NULL,
	"up_to_before" timestamp(3) with time zone,
	CONSTRAINT "notice_marks_account_id_kind_pk" PRIMARY KEY("account_id","kind")
);
--> statement-breakpoint
ALTER TABLE "notice_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"came_at" timestamp(3) with time zone NOT NULL,
	"by_mark" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notice_reads_account_id_notice_id_pk" PRIMARY KEY("account_id","notice_id")
);
--> statement-breakpoint
ALTER TABLE "notice_reads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid,
	"device_id" uuid,
	"about_kind" text,
	"about_id" uuid,
	"template" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"html" jsonb,
	"occasion" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "notices_words" CHECK (("notices"."template" is null) <> ("notices"."html" is null))
);
--> statement-breakpoint
ALTER TABLE "notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "arrived_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_marks" ADD CONSTRAINT "notice_marks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_draft" ON "announcements" USING btree ("company_id") WHERE "announcements"."published_at" is null;--> statement-breakpoint
CREATE INDEX "announcements_published" ON "announcements" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "error_groups_last" ON "error_groups" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "error_occurrences_group" ON "error_occurrences" USING btree ("group_id","at");--> statement-breakpoint
CREATE INDEX "error_occurrences_at" ON "error_occurrences" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notice_reads_kind" ON "notice_reads" USING btree ("account_id","kind","came_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_occasion" ON "notices" USING btree ("occasion");--> statement-breakpoint
CREATE INDEX "notices_company" ON "notices" USING btree ("company_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "notices_kind" ON "notices" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "notices_account" ON "notices" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "alarms_company" ON "alarms" USING btree ("company_id","arrived_at");--> statement-breakpoint
CREATE INDEX "alarms_arrived" ON "alarms" USING btree ("arrived_at","id");--> statement-breakpoint
CREATE POLICY "company_fence" ON "announcement_reads" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "announcements" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "error_accounts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "error_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "error_groups" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "error_occurrences" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "notice_marks" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "notice_reads" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "notices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
-- Entries of before there was a chain are linked first, in their order.
INSERT INTO "audit_pending" ("item_id", "kind") SELECT "id", 'entry' FROM "audit_entries" ORDER BY "at", "id";
