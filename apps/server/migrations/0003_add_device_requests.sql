CREATE TABLE "device_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"sn" text NOT NULL,
	"manufacturer" text NOT NULL,
	"interface_name" text NOT NULL,
	"protocol" text NOT NULL,
	"first_seen_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"ignored_at" timestamp(3) with time zone,
	"ignored_by" text
);
--> statement-breakpoint
ALTER TABLE "device_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "device_requests_address" ON "device_requests" USING btree ("manufacturer","sn");--> statement-breakpoint
CREATE INDEX "device_requests_last_seen" ON "device_requests" USING btree ("last_seen_at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_requests" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));