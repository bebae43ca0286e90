CREATE TABLE "background_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"every_seconds" integer NOT NULL,
	"last_started_at" timestamp(3) with time zone,
	"last_ended_at" timestamp(3) with time zone,
	"last_duration_ms" integer,
	"last_failed_at" timestamp(3) with time zone,
	"last_failure" text,
	"failures_in_row" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "background_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "company_fence" ON "background_jobs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');