CREATE TABLE "installation_holds" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"is_copy" boolean NOT NULL,
	"backup_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "installation_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "backup_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"every_hours" integer NOT NULL,
	"keep" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "backup_places_folder_unique" UNIQUE("folder")
);
--> statement-breakpoint
ALTER TABLE "backup_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"what" text NOT NULL,
	"place_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"kind" text,
	"requested_by" text DEFAULT '' NOT NULL,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"sign_at" timestamp(3) with time zone,
	"phase" text,
	"done_bytes" bigint DEFAULT 0 NOT NULL,
	"total_bytes" bigint,
	"database_bytes" bigint,
	"files" integer,
	"file_bytes" bigint,
	"new_file_bytes" bigint,
	"faulty_files" integer,
	"lists" integer,
	"fault" text,
	"fault_detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backup_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "backup_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"salt" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"set_at" timestamp(3) with time zone NOT NULL,
	"checked_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backup_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "backup_runs_requested" ON "backup_runs" USING btree ("requested_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "installation_holds" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "backup_places" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "backup_runs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "backup_settings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');