CREATE TABLE "connection_refusals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"device_id" uuid,
	"sn" text NOT NULL,
	"reason" text NOT NULL,
	"address" text NOT NULL,
	"first_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connection_refusals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "connection_refusals_equal" ON "connection_refusals" USING btree ("sn","reason","address");--> statement-breakpoint
CREATE INDEX "connection_refusals_last" ON "connection_refusals" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "connection_refusals_device" ON "connection_refusals" USING btree ("device_id","last_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "connection_refusals" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));