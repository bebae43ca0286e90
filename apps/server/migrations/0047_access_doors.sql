CREATE TABLE "access_doors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"module_id" uuid,
	"state" text DEFAULT 'UNKNOWN' NOT NULL,
	"fault" text,
	"changed_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_doors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "door_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"door_id" uuid NOT NULL,
	"act" text NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"opened_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"outcome" text,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "door_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "access_doors" ADD CONSTRAINT "access_doors_project_id_elevator_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."elevator_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_doors" ADD CONSTRAINT "access_doors_module_id_elevator_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."elevator_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_records" ADD CONSTRAINT "door_records_door_id_access_doors_id_fk" FOREIGN KEY ("door_id") REFERENCES "public"."access_doors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_doors_number" ON "access_doors" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "access_doors_of_module" ON "access_doors" USING btree ("module_id","number");--> statement-breakpoint
CREATE INDEX "access_doors_company" ON "access_doors" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "door_records_door" ON "door_records" USING btree ("door_id","requested_at");--> statement-breakpoint
CREATE INDEX "door_records_company" ON "door_records" USING btree ("company_id","requested_at");--> statement-breakpoint
CREATE INDEX "door_records_open" ON "door_records" USING btree ("door_id") WHERE "door_records"."outcome" is null or ("door_records"."opened_at" is not null and "door_records"."closed_at" is null);--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "access_doors" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "door_records" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));