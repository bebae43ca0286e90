CREATE TABLE "elevator_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"device_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "elevator_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "elevator_floors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"elevator_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"label" text NOT NULL,
	"floor_id" uuid,
	"map_id" uuid,
	"doors" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "elevator_floors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "elevator_modules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"number" text NOT NULL,
	"serial" text NOT NULL,
	"manufacturer" text NOT NULL,
	"type" text NOT NULL,
	"secret_hash" text NOT NULL,
	"software_version" text,
	"online" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "elevator_modules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "elevator_projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"site_id" uuid NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"scene" text DEFAULT '' NOT NULL,
	"property" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "elevator_projects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "elevators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"module_id" uuid,
	"cars" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "elevators" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "elevator_devices" ADD CONSTRAINT "elevator_devices_project_id_elevator_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."elevator_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevator_devices" ADD CONSTRAINT "elevator_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevator_floors" ADD CONSTRAINT "elevator_floors_elevator_id_elevators_id_fk" FOREIGN KEY ("elevator_id") REFERENCES "public"."elevators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevator_floors" ADD CONSTRAINT "elevator_floors_floor_id_floors_id_fk" FOREIGN KEY ("floor_id") REFERENCES "public"."floors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevator_floors" ADD CONSTRAINT "elevator_floors_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevator_modules" ADD CONSTRAINT "elevator_modules_project_id_elevator_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."elevator_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevator_projects" ADD CONSTRAINT "elevator_projects_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevators" ADD CONSTRAINT "elevators_project_id_elevator_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."elevator_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevators" ADD CONSTRAINT "elevators_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevators" ADD CONSTRAINT "elevators_module_id_elevator_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."elevator_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_devices_device" ON "elevator_devices" USING btree ("project_id","device_id");--> statement-breakpoint
CREATE INDEX "elevator_devices_company" ON "elevator_devices" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "elevator_devices_of" ON "elevator_devices" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_floors_label" ON "elevator_floors" USING btree ("elevator_id","label");--> statement-breakpoint
CREATE INDEX "elevator_floors_company" ON "elevator_floors" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "elevator_floors_floor" ON "elevator_floors" USING btree ("floor_id");--> statement-breakpoint
CREATE INDEX "elevator_floors_map" ON "elevator_floors" USING btree ("map_id");--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_modules_number" ON "elevator_modules" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_modules_serial" ON "elevator_modules" USING btree (lower("serial"));--> statement-breakpoint
CREATE INDEX "elevator_modules_company" ON "elevator_modules" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_projects_number" ON "elevator_projects" USING btree ("company_id","number");--> statement-breakpoint
CREATE INDEX "elevator_projects_site" ON "elevator_projects" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "elevators_number" ON "elevators" USING btree ("site_id","number");--> statement-breakpoint
CREATE INDEX "elevators_project" ON "elevators" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "elevators_company" ON "elevators" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "elevators_module" ON "elevators" USING btree ("module_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "elevator_devices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "elevator_floors" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "elevator_modules" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "elevator_projects" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "elevators" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
ALTER TABLE "elevator_projects" ADD CONSTRAINT "elevator_projects_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
--> statement-breakpoint
-- A serial number is the MQTT user name: a robot and a module with the same one would own each other's topics. The row of the second
-- is not inserted, as with a conflict. New modules are serialised with all new robots.
CREATE FUNCTION "keep_serial_of_modules"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7353214);
  IF EXISTS (SELECT FROM elevator_modules WHERE lower(serial) = lower(new.sn)) THEN RETURN NULL; END IF;
  RETURN new;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION keep_serial_of_modules() FROM public;
--> statement-breakpoint
CREATE TRIGGER devices_serial BEFORE INSERT ON devices FOR EACH ROW EXECUTE FUNCTION keep_serial_of_modules();
--> statement-breakpoint
CREATE FUNCTION "keep_serial_of_devices"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7353214);
  IF EXISTS (SELECT FROM devices WHERE lower(sn) = lower(new.serial)) THEN RETURN NULL; END IF;
  RETURN new;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION keep_serial_of_devices() FROM public;
--> statement-breakpoint
CREATE TRIGGER elevator_modules_serial_kept BEFORE INSERT OR UPDATE OF serial ON elevator_modules
  FOR EACH ROW EXECUTE FUNCTION keep_serial_of_devices();
