CREATE TABLE "video_recordings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"camera" text NOT NULL,
	"state" text NOT NULL,
	"account_id" uuid NOT NULL,
	"person" text NOT NULL,
	"company" text NOT NULL,
	"by_right" text NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"sign_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"ended_as" text,
	"ended_by" text DEFAULT '' NOT NULL,
	"was_cut" boolean DEFAULT false NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_id" uuid
);
--> statement-breakpoint
ALTER TABLE "video_recordings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "drive_sessions" ADD COLUMN "account_company" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_logs" ADD COLUMN "params" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "device_logs" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "file_transfers" ADD COLUMN "params" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "file_transfers" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "video_recordings" ADD CONSTRAINT "video_recordings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_recordings" ADD CONSTRAINT "video_recordings_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_recordings_device" ON "video_recordings" USING btree ("device_id","started_at");--> statement-breakpoint
CREATE INDEX "video_recordings_company" ON "video_recordings" USING btree ("company_id","started_at");--> statement-breakpoint
CREATE INDEX "video_recordings_file" ON "video_recordings" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_recordings_open" ON "video_recordings" USING btree ("device_id","camera") WHERE "video_recordings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "shell_sessions_pending" ON "shell_sessions" USING btree ("open_until") WHERE "shell_sessions"."state" in ('REQUESTED', 'APPROVED');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "video_recordings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- The company that the driver has now: that of the time of the drive is unknown.
UPDATE "drive_sessions" SET "account_company" = "companies"."name"
  FROM "accounts" JOIN "companies" ON "companies"."id" = "accounts"."company_id"
  WHERE "accounts"."id" = "drive_sessions"."account_id";
