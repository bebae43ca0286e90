CREATE TABLE "report_prints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"companies" uuid[],
	"filters" jsonb NOT NULL,
	"mark" text NOT NULL,
	"timezone" text NOT NULL,
	"reports" integer NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "report_prints_one" UNIQUE("sha256","company_id","mark")
);
--> statement-breakpoint
ALTER TABLE "report_prints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "company_fence" ON "report_prints" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));