CREATE TABLE "need_hand_overs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"need_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"handed_at" timestamp(3) with time zone NOT NULL,
	"handed_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "need_hand_overs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "need_snoozes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"need_id" text NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "need_snoozes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "need_hand_overs" ADD CONSTRAINT "need_hand_overs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "need_snoozes" ADD CONSTRAINT "need_snoozes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "need_hand_overs_once" ON "need_hand_overs" USING btree ("company_id","need_id");--> statement-breakpoint
CREATE INDEX "need_hand_overs_account" ON "need_hand_overs" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "need_hand_overs_company" ON "need_hand_overs" USING btree ("company_id","handed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "need_snoozes_once" ON "need_snoozes" USING btree ("account_id","need_id");--> statement-breakpoint
CREATE INDEX "alarms_open" ON "alarms" USING btree ("device_id","code") WHERE "alarms"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "device_sections_failed" ON "device_sections" USING btree ("device_id") WHERE "device_sections"."state" = 'SYNC_FAILED';--> statement-breakpoint
CREATE INDEX "schedule_starts_due" ON "schedule_starts" USING btree ("due_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "need_hand_overs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "need_snoozes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));