CREATE TABLE "device_maps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"status" text NOT NULL,
	"version" integer,
	"wanted" integer,
	"reason" text DEFAULT '' NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"missing" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "device_maps_pair" UNIQUE("device_id","map_id")
);
--> statement-breakpoint
ALTER TABLE "device_maps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "map_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"base_version" integer NOT NULL,
	"version" integer NOT NULL,
	"grid_file_id" uuid,
	"elements" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "map_drafts_mapId_unique" UNIQUE("map_id")
);
--> statement-breakpoint
ALTER TABLE "map_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "map_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"parent_version" integer,
	"origin" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"device_id" uuid,
	"grid_file_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"resolution" double precision NOT NULL,
	"origin_x" double precision NOT NULL,
	"origin_y" double precision NOT NULL,
	"free_m2" double precision NOT NULL,
	"elements" jsonb NOT NULL,
	"bundle_file_id" uuid,
	"conflict_with" integer,
	"settled_at" timestamp(3) with time zone,
	"settled_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "map_versions_version" UNIQUE("map_id","version")
);
--> statement-breakpoint
ALTER TABLE "map_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "mode" text DEFAULT 'IMPORTED' NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "plan_pairs" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "floors" ADD COLUMN "plan_file_id" uuid;--> statement-breakpoint
ALTER TABLE "floors" ADD COLUMN "plan_width" integer;--> statement-breakpoint
ALTER TABLE "floors" ADD COLUMN "plan_height" integer;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "updated_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_maps" ADD CONSTRAINT "device_maps_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_drafts" ADD CONSTRAINT "map_drafts_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_drafts" ADD CONSTRAINT "map_drafts_grid_file_id_files_id_fk" FOREIGN KEY ("grid_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_grid_file_id_files_id_fk" FOREIGN KEY ("grid_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_bundle_file_id_files_id_fk" FOREIGN KEY ("bundle_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_maps_map" ON "device_maps" USING btree ("map_id");--> statement-breakpoint
CREATE INDEX "device_maps_company" ON "device_maps" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "map_drafts_company" ON "map_drafts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "map_versions_company" ON "map_versions" USING btree ("company_id");--> statement-breakpoint
ALTER TABLE "floors" ADD CONSTRAINT "floors_plan_file_id_files_id_fk" FOREIGN KEY ("plan_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_maps" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "map_drafts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "map_versions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
INSERT INTO "map_versions" ("id", "company_id", "map_id", "version", "origin", "grid_file_id", "width", "height", "resolution", "origin_x", "origin_y", "free_m2", "elements", "created_at", "created_by")
SELECT gen_random_uuid(), "company_id", "id", "version", CASE "origin" WHEN 'DEVICE' THEN 'DEVICE' ELSE 'IMPORT' END, "grid_file_id", "width", "height", "resolution", "origin_x", "origin_y", "free_m2", "elements", "updated_at", "updated_by" FROM "maps";
