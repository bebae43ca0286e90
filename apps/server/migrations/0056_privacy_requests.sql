CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"account_name" text NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"cancelled_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "privacy_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("account_id") WHERE "privacy_requests"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "privacy_requests_company" ON "privacy_requests" USING btree ("company_id","due_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "privacy_requests" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
