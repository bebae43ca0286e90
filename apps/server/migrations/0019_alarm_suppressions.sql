ALTER TABLE "alarm_settings" ADD COLUMN "push_changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD COLUMN "push_changed_by_id" uuid;--> statement-breakpoint
CREATE INDEX "alarms_foreign" ON "alarms" USING btree ("company_id","type","level") WHERE "alarms"."code" = '90000';