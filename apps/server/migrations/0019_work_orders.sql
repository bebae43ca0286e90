CREATE TABLE "checklists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"items" jsonb NOT NULL,
	"requires_signature" boolean DEFAULT false NOT NULL,
	"requires_photo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "checklists" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "maintenance_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"type" text NOT NULL,
	"state" text DEFAULT 'DONE' NOT NULL,
	"source" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"order_id" uuid,
	"cause" text,
	"by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "maintenance_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service_levels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"general" jsonb,
	"serious" jsonb,
	"fatal" jsonb,
	"hours" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service_levels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "spare_part_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"amount" double precision NOT NULL,
	"currency" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "spare_part_prices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "spare_parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"models" text[] DEFAULT '{}' NOT NULL,
	"consumable" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "spare_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by_id" uuid,
	"text" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_order_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_order_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by_id" uuid,
	"client_id" uuid,
	"place" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_order_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"taken_at" timestamp(3) with time zone NOT NULL,
	"content" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"grid_file_id" uuid
);
--> statement-breakpoint
ALTER TABLE "work_order_evidence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_pauses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "work_order_pauses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_numbers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_order_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"level" text NOT NULL,
	"fault_type" text NOT NULL,
	"origin" text NOT NULL,
	"description" text NOT NULL,
	"state" text DEFAULT 'SUBMITTED' NOT NULL,
	"device_id" uuid,
	"device_sn" text DEFAULT '' NOT NULL,
	"device_name" text DEFAULT '' NOT NULL,
	"device_model" text DEFAULT '' NOT NULL,
	"site_id" uuid,
	"alarm_id" uuid,
	"alarm_code" text,
	"plan_id" uuid,
	"template_id" uuid,
	"publisher_id" uuid,
	"contact_name" text DEFAULT '' NOT NULL,
	"contact_number" text DEFAULT '' NOT NULL,
	"assignee_id" uuid,
	"assignee_number" text DEFAULT '' NOT NULL,
	"appointment_from" timestamp(3) with time zone,
	"appointment_until" timestamp(3) with time zone,
	"waiting_for" text,
	"waiting_since" timestamp(3) with time zone,
	"submitted_at" timestamp(3) with time zone NOT NULL,
	"dispatched_at" timestamp(3) with time zone,
	"resolved_at" timestamp(3) with time zone,
	"resolved_by_id" uuid,
	"resolution" text,
	"resolution_text" text DEFAULT '' NOT NULL,
	"merged_into_id" uuid,
	"reopened_count" integer DEFAULT 0 NOT NULL,
	"verification" text,
	"verification_obstacle" text,
	"verification_text" text DEFAULT '' NOT NULL,
	"verified_at" timestamp(3) with time zone,
	"rating" integer,
	"rating_text" text DEFAULT '' NOT NULL,
	"rated_at" timestamp(3) with time zone,
	"warranty" text,
	"warranty_until" timestamp(3) with time zone,
	"respond_by" timestamp(3) with time zone,
	"responded_at" timestamp(3) with time zone,
	"resolve_by" timestamp(3) with time zone,
	"resolve_left_ms" bigint,
	"responded_late" integer,
	"resolved_late" integer,
	"clock_key" text DEFAULT '' NOT NULL,
	"next_reminder_at" timestamp(3) with time zone,
	"reminded" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_labours" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"by_id" uuid NOT NULL,
	"minutes" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_order_labours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"consumable" text,
	"quantity" integer NOT NULL,
	"reset_command_id" uuid,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_order_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_order_works" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"template_id" uuid,
	"template_name" text DEFAULT '' NOT NULL,
	"template_version" integer DEFAULT 0 NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"requires_signature" boolean DEFAULT false NOT NULL,
	"requires_photo" boolean DEFAULT false NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"signature_name" text DEFAULT '' NOT NULL,
	"signature_picture_id" uuid,
	"signed_at" timestamp(3) with time zone,
	"follow_ups" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"client_ids" uuid[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid,
	"updated_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_order_works" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fault_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" text,
	"reports" integer DEFAULT 0 NOT NULL,
	"last_report_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "fault_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fault_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"receipt_hash" text NOT NULL,
	"choice" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fault_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fault_tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"ticket_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fault_tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "maintenance_dues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"plan_name" text NOT NULL,
	"lead_days" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"base" jsonb,
	"due_at" timestamp(3) with time zone,
	"reason" jsonb,
	"checked_at" timestamp(3) with time zone,
	"next_check_at" timestamp(3) with time zone,
	"order_id" uuid,
	"cycle" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "maintenance_dues" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "maintenance_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"work" text NOT NULL,
	"triggers" jsonb NOT NULL,
	"anchor" text NOT NULL,
	"targets" jsonb NOT NULL,
	"template_id" uuid,
	"level" text NOT NULL,
	"lead_days" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"sync_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "maintenance_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alarm_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"alarm_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD COLUMN "order_mode" text;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD COLUMN "order_after_minutes" integer;--> statement-breakpoint
ALTER TABLE "notice_mails" ADD COLUMN "alarm_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "alarm_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "work_order_id" uuid;--> statement-breakpoint
ALTER TABLE "spare_part_prices" ADD CONSTRAINT "spare_part_prices_part_id_spare_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."spare_parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_events" ADD CONSTRAINT "work_order_events_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_notes" ADD CONSTRAINT "work_order_notes_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_pictures" ADD CONSTRAINT "work_order_pictures_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_pictures" ADD CONSTRAINT "work_order_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_evidence" ADD CONSTRAINT "work_order_evidence_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_evidence" ADD CONSTRAINT "work_order_evidence_grid_file_id_files_id_fk" FOREIGN KEY ("grid_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_pauses" ADD CONSTRAINT "work_order_pauses_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_labours" ADD CONSTRAINT "work_order_labours_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_parts" ADD CONSTRAINT "work_order_parts_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_works" ADD CONSTRAINT "work_order_works_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault_codes" ADD CONSTRAINT "fault_codes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault_reports" ADD CONSTRAINT "fault_reports_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault_tickets" ADD CONSTRAINT "fault_tickets_report_id_fault_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."fault_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_dues" ADD CONSTRAINT "maintenance_dues_plan_id_maintenance_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."maintenance_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_orders" ADD CONSTRAINT "alarm_orders_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_orders" ADD CONSTRAINT "alarm_orders_order_id_work_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checklists_name" ON "checklists" USING btree ("company_id",lower("name")) WHERE "checklists"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "maintenance_records_cause" ON "maintenance_records" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "maintenance_records_company" ON "maintenance_records" USING btree ("company_id","at","id");--> statement-breakpoint
CREATE INDEX "maintenance_records_at" ON "maintenance_records" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "maintenance_records_device" ON "maintenance_records" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "maintenance_records_order" ON "maintenance_records" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "service_levels_company" ON "service_levels" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "spare_part_prices_part" ON "spare_part_prices" USING btree ("part_id");--> statement-breakpoint
CREATE UNIQUE INDEX "spare_parts_number" ON "spare_parts" USING btree ("company_id","number");--> statement-breakpoint
CREATE INDEX "work_order_events_order" ON "work_order_events" USING btree ("order_id","at","id");--> statement-breakpoint
CREATE INDEX "work_order_events_company" ON "work_order_events" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "work_order_notes_order" ON "work_order_notes" USING btree ("order_id","at","id");--> statement-breakpoint
CREATE INDEX "work_order_notes_company" ON "work_order_notes" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_pictures_upload" ON "work_order_pictures" USING btree ("order_id","client_id","place");--> statement-breakpoint
CREATE INDEX "work_order_pictures_order" ON "work_order_pictures" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "work_order_pictures_company" ON "work_order_pictures" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "work_order_pictures_file" ON "work_order_pictures" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "work_order_evidence_order" ON "work_order_evidence" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "work_order_evidence_grid" ON "work_order_evidence" USING btree ("grid_file_id");--> statement-breakpoint
CREATE INDEX "work_order_evidence_company" ON "work_order_evidence" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "work_order_pauses_order" ON "work_order_pauses" USING btree ("order_id","started_at");--> statement-breakpoint
CREATE INDEX "work_order_pauses_company" ON "work_order_pauses" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_pauses_open" ON "work_order_pauses" USING btree ("order_id") WHERE "work_order_pauses"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_numbers_year" ON "work_order_numbers" USING btree ("company_id","year");--> statement-breakpoint
CREATE UNIQUE INDEX "work_orders_number" ON "work_orders" USING btree ("company_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "work_orders_open_alarm" ON "work_orders" USING btree ("device_id","alarm_code") WHERE "work_orders"."state" <> 'RESOLVED' and "work_orders"."alarm_code" is not null;--> statement-breakpoint
CREATE INDEX "work_orders_by_number" ON "work_orders" USING btree ("number");--> statement-breakpoint
CREATE INDEX "work_orders_company" ON "work_orders" USING btree ("company_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "work_orders_submitted" ON "work_orders" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "work_orders_device" ON "work_orders" USING btree ("device_id","submitted_at");--> statement-breakpoint
CREATE INDEX "work_orders_assignee" ON "work_orders" USING btree ("assignee_id","state");--> statement-breakpoint
CREATE INDEX "work_orders_plan" ON "work_orders" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "work_orders_merged" ON "work_orders" USING btree ("merged_into_id") WHERE "work_orders"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "work_orders_open" ON "work_orders" USING btree ("company_id","state") WHERE "work_orders"."state" <> 'RESOLVED';--> statement-breakpoint
CREATE INDEX "work_orders_verifying" ON "work_orders" USING btree ("resolved_at") WHERE "work_orders"."verification" = 'WAITING';--> statement-breakpoint
CREATE INDEX "work_orders_clock" ON "work_orders" USING btree ("company_id","site_id","clock_key") WHERE "work_orders"."state" <> 'RESOLVED';--> statement-breakpoint
CREATE INDEX "work_orders_reminder" ON "work_orders" USING btree ("next_reminder_at") WHERE "work_orders"."next_reminder_at" is not null;--> statement-breakpoint
CREATE INDEX "work_orders_due" ON "work_orders" USING btree ("resolve_by") WHERE "work_orders"."resolve_by" is not null and "work_orders"."state" <> 'RESOLVED';--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_labours_person" ON "work_order_labours" USING btree ("order_id","by_id");--> statement-breakpoint
CREATE INDEX "work_order_labours_company" ON "work_order_labours" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_parts_part" ON "work_order_parts" USING btree ("order_id","part_id");--> statement-breakpoint
CREATE INDEX "work_order_parts_company" ON "work_order_parts" USING btree ("company_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "work_order_works_order" ON "work_order_works" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "work_order_works_company" ON "work_order_works" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fault_codes_token" ON "fault_codes" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "fault_codes_device" ON "fault_codes" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "fault_codes_company" ON "fault_codes" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fault_reports_receipt" ON "fault_reports" USING btree ("receipt_hash");--> statement-breakpoint
CREATE INDEX "fault_reports_order" ON "fault_reports" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "fault_reports_company" ON "fault_reports" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fault_tickets_ticket" ON "fault_tickets" USING btree ("ticket_hash");--> statement-breakpoint
CREATE INDEX "fault_tickets_report" ON "fault_tickets" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "fault_tickets_expires" ON "fault_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "fault_tickets_company" ON "fault_tickets" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "maintenance_dues_device" ON "maintenance_dues" USING btree ("plan_id","device_id");--> statement-breakpoint
CREATE INDEX "maintenance_dues_next" ON "maintenance_dues" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "maintenance_dues_of" ON "maintenance_dues" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "maintenance_dues_company" ON "maintenance_dues" USING btree ("company_id","due_at");--> statement-breakpoint
CREATE INDEX "maintenance_dues_ordered" ON "maintenance_dues" USING btree ("order_id") WHERE "maintenance_dues"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "maintenance_plans_company" ON "maintenance_plans" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "maintenance_plans_sync" ON "maintenance_plans" USING btree ("sync_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_orders_alarm" ON "alarm_orders" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "alarm_orders_order" ON "alarm_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "alarm_orders_company" ON "alarm_orders" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "checklists" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "checklists" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "maintenance_records" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "service_levels" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "service_levels" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "spare_part_prices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "spare_parts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "spare_parts" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_events" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_notes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_pictures" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_evidence" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_pauses" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_numbers" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_orders" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_labours" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_parts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "work_order_works" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "fault_codes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "fault_reports" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "fault_tickets" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "maintenance_dues" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "maintenance_plans" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarm_orders" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- Evidence is only added: whoever changes a row outside of the program is refused as well.
CREATE FUNCTION "refuse_evidence_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Evidence of a work order is never changed';
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "refuse_evidence_change" FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER "work_order_evidence_unchanged" BEFORE UPDATE ON "work_order_evidence" FOR EACH ROW EXECUTE FUNCTION "refuse_evidence_change"();
