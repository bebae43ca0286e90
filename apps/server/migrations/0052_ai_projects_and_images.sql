CREATE TABLE "ai_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"cameras" text[] NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	"given_at" timestamp(3) with time zone NOT NULL,
	"given_by" text NOT NULL,
	"withdrawn_at" timestamp(3) with time zone,
	"withdrawn_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"name" text NOT NULL,
	"file_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"camera" text NOT NULL,
	"taken_at" timestamp(3) with time zone NOT NULL,
	"map_id" uuid,
	"run_id" uuid,
	"x" double precision,
	"y" double precision,
	"theta" double precision,
	"exposure_ms" double precision,
	"faces_blurred" boolean NOT NULL,
	"likeness" text NOT NULL,
	"similar_to_id" uuid,
	"state" text DEFAULT 'NEW' NOT NULL,
	"label_state" text DEFAULT 'UNLABELLED' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"shapes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"class_ids" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"labelled_by" text DEFAULT '' NOT NULL,
	"labelled_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "ai_images" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"label_state" text NOT NULL,
	"shapes" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_labels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_project_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"site_id" uuid,
	"job_id" uuid,
	"command_id" uuid,
	"cameras" text[] DEFAULT '{}' NOT NULL,
	"until" timestamp(3) with time zone,
	"cap" integer DEFAULT 0 NOT NULL,
	"collected" integer,
	"uploaded" integer DEFAULT 0 NOT NULL,
	"uploaded_before" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "ai_project_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"classes" jsonb NOT NULL,
	"cameras" text[] NOT NULL,
	"per_second" double precision NOT NULL,
	"cap" integer NOT NULL,
	"type" text NOT NULL,
	"during" text NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	"faces_blurred" boolean NOT NULL,
	"retention_days" integer NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_projects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ai_consents" ADD CONSTRAINT "ai_consents_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_images" ADD CONSTRAINT "ai_images_project_id_ai_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."ai_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_images" ADD CONSTRAINT "ai_images_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_images" ADD CONSTRAINT "ai_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_labels" ADD CONSTRAINT "ai_labels_image_id_ai_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."ai_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_project_devices" ADD CONSTRAINT "ai_project_devices_project_id_ai_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."ai_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_project_devices" ADD CONSTRAINT "ai_project_devices_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_consents_company" ON "ai_consents" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_consents_site" ON "ai_consents" USING btree ("site_id") WHERE "ai_consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_images_name" ON "ai_images" USING btree ("job_id","name");--> statement-breakpoint
CREATE INDEX "ai_images_project" ON "ai_images" USING btree ("project_id","taken_at");--> statement-breakpoint
CREATE INDEX "ai_images_company" ON "ai_images" USING btree ("company_id","taken_at");--> statement-breakpoint
CREATE INDEX "ai_images_site" ON "ai_images" USING btree ("site_id","taken_at");--> statement-breakpoint
CREATE INDEX "ai_images_device" ON "ai_images" USING btree ("device_id","taken_at");--> statement-breakpoint
CREATE INDEX "ai_images_file" ON "ai_images" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_labels_revision" ON "ai_labels" USING btree ("image_id","revision");--> statement-breakpoint
CREATE INDEX "ai_labels_company" ON "ai_labels" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_project_devices_pair" ON "ai_project_devices" USING btree ("project_id","device_id");--> statement-breakpoint
CREATE INDEX "ai_project_devices_device" ON "ai_project_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "ai_project_devices_company" ON "ai_project_devices" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_project_devices_job" ON "ai_project_devices" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "ai_projects_company" ON "ai_projects" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_consents" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_images" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_labels" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_project_devices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_projects" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
ALTER TABLE "ai_projects" ADD CONSTRAINT "ai_projects_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "ai_consents" ADD CONSTRAINT "ai_consents_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "ai_images" ADD CONSTRAINT "ai_images_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
