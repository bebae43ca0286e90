CREATE TABLE "app_installs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"install" text NOT NULL,
	"build" bigint NOT NULL,
	"lang" text,
	"first_seen_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_installs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "app_releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"version" text NOT NULL,
	"build" bigint NOT NULL,
	"min_sdk" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"icon_file_id" uuid,
	"certificates" jsonb NOT NULL,
	"labels" jsonb NOT NULL,
	"forced" boolean NOT NULL,
	"release_scope" text NOT NULL,
	"whitelist" text[] NOT NULL,
	"least_build" bigint,
	"notes" jsonb NOT NULL,
	"stages" jsonb NOT NULL,
	"state" text NOT NULL,
	"reasons" text DEFAULT '' NOT NULL,
	"uploaded_at" timestamp(3) with time zone NOT NULL,
	"uploaded_by_id" uuid NOT NULL,
	"checked_at" timestamp(3) with time zone,
	"checked_by_id" uuid,
	"release_at" timestamp(3) with time zone,
	"released_at" timestamp(3) with time zone,
	"halted_at" timestamp(3) with time zone,
	"paused_ms" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_releases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_installs" ADD CONSTRAINT "app_installs_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_releases" ADD CONSTRAINT "app_releases_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_releases" ADD CONSTRAINT "app_releases_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_installs_install" ON "app_installs" USING btree ("app_id","install");--> statement-breakpoint
CREATE INDEX "app_installs_build" ON "app_installs" USING btree ("app_id","build");--> statement-breakpoint
CREATE INDEX "app_installs_company" ON "app_installs" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "app_installs_seen" ON "app_installs" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "app_releases_build" ON "app_releases" USING btree ("app_id","build");--> statement-breakpoint
CREATE INDEX "app_releases_uploaded" ON "app_releases" USING btree ("company_id","uploaded_at");--> statement-breakpoint
CREATE INDEX "app_releases_file" ON "app_releases" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "app_releases_icon" ON "app_releases" USING btree ("icon_file_id");--> statement-breakpoint
CREATE INDEX "app_releases_release" ON "app_releases" USING btree ("release_at") WHERE "app_releases"."release_at" is not null;--> statement-breakpoint
CREATE INDEX "app_releases_expiry" ON "app_releases" USING btree ("expires_at") WHERE "app_releases"."expires_at" is not null;--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "app_installs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "app_releases" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
ALTER TABLE "app_releases" ADD CONSTRAINT "app_releases_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "app_installs" ADD CONSTRAINT "app_installs_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
