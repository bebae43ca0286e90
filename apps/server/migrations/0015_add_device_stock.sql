CREATE TABLE "device_unbindings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"sn" text NOT NULL,
	"nickname" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"without_robot" boolean NOT NULL,
	"cleared" jsonb NOT NULL,
	"kept" jsonb NOT NULL,
	"robot_cleared" jsonb
);
--> statement-breakpoint
ALTER TABLE "device_unbindings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_custody" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"company_name" text NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"until" timestamp(3) with time zone,
	"act" text NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_custody" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_resales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"sn" text NOT NULL,
	"model" text NOT NULL,
	"nickname" text NOT NULL,
	"company_name" text NOT NULL,
	"from_company_id" uuid NOT NULL,
	"from_company_name" text NOT NULL,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"offered_at" timestamp(3) with time zone NOT NULL,
	"offered_by" text NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"settled_by" text,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_resales" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "warranty_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"months" integer,
	"from_day" timestamp(3) with time zone,
	"until_day" timestamp(3) with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "warranty_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "binding_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "binding_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "binding_command_id" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "freeze_cause" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "freeze_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "freeze_company_id" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "inventory" text DEFAULT 'IN_STOCK' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "inventory_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "use_status" text DEFAULT 'NEW' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "usage_type" text DEFAULT 'PURCHASE' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "warranty_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "warranty_extended_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "former_secret_hash" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "previous_id" uuid;--> statement-breakpoint
ALTER TABLE "device_custody" ADD CONSTRAINT "device_custody_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_resales" ADD CONSTRAINT "device_resales_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty_changes" ADD CONSTRAINT "warranty_changes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_unbindings_device" ON "device_unbindings" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "device_custody_device" ON "device_custody" USING btree ("device_id","since");--> statement-breakpoint
CREATE UNIQUE INDEX "device_custody_holder" ON "device_custody" USING btree ("device_id") WHERE "device_custody"."until" is null;--> statement-breakpoint
CREATE INDEX "device_resales_company" ON "device_resales" USING btree ("company_id","offered_at");--> statement-breakpoint
CREATE INDEX "device_resales_device" ON "device_resales" USING btree ("device_id","offered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_resales_open" ON "device_resales" USING btree ("device_id") WHERE "device_resales"."status" = 'OFFERED';--> statement-breakpoint
CREATE INDEX "warranty_changes_device" ON "warranty_changes" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "devices_previous" ON "devices" USING btree ("previous_id");--> statement-breakpoint
CREATE INDEX "devices_usable_until" ON "devices" USING btree ("usable_until");--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_unbindings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_custody" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_resales" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "warranty_changes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
UPDATE devices SET inventory_at = created_at,
  inventory = CASE WHEN EXISTS (SELECT 1 FROM companies c WHERE c.id = devices.company_id AND c.type = 0) THEN 'IN_STOCK' ELSE 'OUTBOUND' END;
--> statement-breakpoint
INSERT INTO device_custody (id, company_id, device_id, company_name, since, act, by)
  SELECT gen_random_uuid(), d.company_id, d.id, c.name, d.created_at, 'REGISTERED', d.updated_by
  FROM devices d JOIN companies c ON c.id = d.company_id;
--> statement-breakpoint
-- Whoever makes a device or gives it to another company, by whichever way: the chain of who held it has no gap.
CREATE FUNCTION device_custody_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF old.company_id = new.company_id THEN RETURN NULL; END IF;
    UPDATE device_custody SET until = new.updated_at WHERE device_id = new.id AND until IS NULL;
  END IF;
  INSERT INTO device_custody (id, company_id, device_id, company_name, since, act, by) VALUES (
    gen_random_uuid(), new.company_id, new.id,
    coalesce((SELECT name FROM companies WHERE id = new.company_id), ''),
    CASE WHEN TG_OP = 'UPDATE' THEN new.updated_at ELSE new.created_at END,
    CASE WHEN TG_OP = 'UPDATE' THEN 'MOVED' WHEN new.previous_id IS NOT NULL THEN 'SN_CHANGED' ELSE 'REGISTERED' END,
    new.updated_by
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION device_custody_change() FROM public;
--> statement-breakpoint
CREATE TRIGGER device_custody AFTER INSERT OR UPDATE OF company_id ON devices
  FOR EACH ROW EXECUTE FUNCTION device_custody_change();
