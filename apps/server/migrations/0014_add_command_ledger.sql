CREATE TABLE "device_relocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"state" text NOT NULL,
	"map_id" text NOT NULL,
	"entered_at" timestamp(3) with time zone NOT NULL,
	"entered_by" text NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"exited_at" timestamp(3) with time zone,
	"exit_reason" text,
	CONSTRAINT "device_relocations_device" UNIQUE("device_id")
);
--> statement-breakpoint
ALTER TABLE "device_relocations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "canceled_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "last_sent_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "replied_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "running_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "device_relocations" ADD CONSTRAINT "device_relocations_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commands_company" ON "commands" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "commands_created" ON "commands" USING btree ("created_at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_relocations" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));