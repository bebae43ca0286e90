CREATE TABLE "login_lanes" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_lanes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "login_lanes_at" ON "login_lanes" USING btree ("at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "login_lanes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');