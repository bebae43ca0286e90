CREATE TABLE "logos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"style" text NOT NULL,
	"file_id" uuid NOT NULL,
	"media_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"picture_file_id" uuid,
	"picture_name" text,
	"picture_width" integer,
	"picture_height" integer,
	"cut" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"uploaded_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "logos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "logos_style" ON "logos" USING btree ("company_id","style");--> statement-breakpoint
CREATE INDEX "logos_file" ON "logos" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "logos_picture" ON "logos" USING btree ("picture_file_id");--> statement-breakpoint
CREATE INDEX "logos_uploaded" ON "logos" USING btree ("company_id","uploaded_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "logos" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "logos" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
ALTER TABLE "logos" ADD CONSTRAINT "logos_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;--> statement-breakpoint
-- The menu images that companies have become their logos of the style MENU. The column stays for servers of the version before.
INSERT INTO "logos" ("id", "company_id", "style", "file_id", "media_type", "bytes", "cut", "uploaded_at", "updated_at", "updated_by")
SELECT gen_random_uuid(), c.id, 'MENU', f.id, f.media_type, f.bytes, '{"x":0,"y":0,"width":1,"height":1,"margin":0}', f.created_at, f.created_at, c.updated_by
FROM "companies" c JOIN "files" f ON 'file/' || f.id::text = c.menu_image;--> statement-breakpoint
UPDATE "files" SET "kind" = 'LOGO' WHERE "kind" = 'MENU_IMAGE';
--> statement-breakpoint
CREATE TABLE "custom_audio" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sound_type" text NOT NULL,
	"language" text,
	"audience" text NOT NULL,
	"audience_level" integer,
	"file_id" uuid NOT NULL,
	"format" text NOT NULL,
	"bytes" bigint NOT NULL,
	"seconds" double precision NOT NULL,
	"sample_rate" integer NOT NULL,
	"channels" integer NOT NULL,
	"loudness" double precision,
	"peak" double precision,
	"waveform" double precision[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "custom_audio" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "custom_audio_company" ON "custom_audio" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "custom_audio" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "custom_audio" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])) and ("audience" = 'ALL' or "audience" = 'TERMINAL' and "type" = 1
  or "audience" = 'AGENT' and "type" = 2 and ("audience_level" is null or "audience_level" = "agent_level"))));--> statement-breakpoint
ALTER TABLE "custom_audio" ADD CONSTRAINT "custom_audio_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
