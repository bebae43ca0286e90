CREATE TABLE "ai_dataset_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"dataset_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"revision" integer NOT NULL,
	"site_id" uuid NOT NULL,
	"part" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_dataset_images" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_datasets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"seed" integer NOT NULL,
	"reviewed_only" boolean NOT NULL,
	"hash" text NOT NULL,
	"classes" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_datasets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ai_dataset_images" ADD CONSTRAINT "ai_dataset_images_dataset_id_ai_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."ai_datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_datasets" ADD CONSTRAINT "ai_datasets_project_id_ai_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."ai_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_dataset_images_image" ON "ai_dataset_images" USING btree ("dataset_id","image_id");--> statement-breakpoint
CREATE INDEX "ai_dataset_images_company" ON "ai_dataset_images" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_datasets_number" ON "ai_datasets" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "ai_datasets_company" ON "ai_datasets" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_dataset_images" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_datasets" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- A trained model names its version: a version that changes would say something else about it afterwards.
CREATE FUNCTION "refuse_dataset_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'versions of datasets never change';
END $$;
--> statement-breakpoint
CREATE TRIGGER ai_datasets_final BEFORE UPDATE ON ai_datasets FOR EACH ROW EXECUTE FUNCTION refuse_dataset_change();
--> statement-breakpoint
CREATE TRIGGER ai_dataset_images_final BEFORE UPDATE ON ai_dataset_images FOR EACH ROW EXECUTE FUNCTION refuse_dataset_change();
