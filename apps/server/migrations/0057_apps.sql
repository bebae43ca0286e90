CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"package_id" text NOT NULL,
	"platform" text NOT NULL,
	"category" text NOT NULL,
	"models" text[] NOT NULL,
	"publisher" text NOT NULL,
	"company_ids" uuid[] NOT NULL,
	"descriptions" jsonb NOT NULL,
	"icon_file_id" uuid,
	"screenshot_file_ids" uuid[] NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "apps_package" ON "apps" USING btree ("package_id",("platform" = 'IOS'));--> statement-breakpoint
CREATE INDEX "apps_company" ON "apps" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "apps_icon" ON "apps" USING btree ("icon_file_id");--> statement-breakpoint
CREATE INDEX "apps_screenshots" ON "apps" USING gin ("screenshot_file_ids");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "apps" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "apps" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("state" = 'PUBLISHED' and "company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])) and (cardinality("company_ids") = 0
  or string_to_array(trim(trailing '/' from path), '/')::uuid[] && "company_ids")));--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
