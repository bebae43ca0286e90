CREATE TABLE "board_layouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"blocks" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "board_layouts_company" UNIQUE("company_id")
);
--> statement-breakpoint
ALTER TABLE "board_layouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_targets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"area_m2_per_week" double precision,
	"coverage" double precision,
	"completion" double precision,
	"online_rate" double precision,
	"manual_m2_per_hour" double precision,
	"hourly_wage" double precision,
	"currency" text,
	"manual_litres_per_m2" double precision,
	"manual_wh_per_m2" double precision,
	"g_co2_per_kwh" double precision,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "site_targets_site" UNIQUE("site_id")
);
--> statement-breakpoint
ALTER TABLE "site_targets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "board_layouts" ADD CONSTRAINT "board_layouts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_targets" ADD CONSTRAINT "site_targets_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runs_ended" ON "runs" USING btree ("company_id","ended_at","kind","state","device_id") WHERE "runs"."ended_at" is not null;--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "board_layouts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "site_targets" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));