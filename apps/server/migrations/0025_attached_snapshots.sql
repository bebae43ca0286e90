CREATE TABLE "attached_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"alarm_id" uuid,
	"run_id" uuid,
	"file_id" uuid NOT NULL,
	"camera" text NOT NULL,
	"taken_at" timestamp(3) with time zone NOT NULL,
	"viewer" text NOT NULL,
	"company" text NOT NULL,
	"attached_at" timestamp(3) with time zone NOT NULL,
	"attached_by_id" uuid NOT NULL,
	"attached_by" text NOT NULL,
	CONSTRAINT "attached_snapshots_target" CHECK (num_nonnulls("attached_snapshots"."alarm_id", "attached_snapshots"."run_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "attached_snapshots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attached_snapshots" ADD CONSTRAINT "attached_snapshots_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attached_snapshots" ADD CONSTRAINT "attached_snapshots_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attached_snapshots" ADD CONSTRAINT "attached_snapshots_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attached_snapshots_alarm" ON "attached_snapshots" USING btree ("alarm_id","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attached_snapshots_run" ON "attached_snapshots" USING btree ("run_id","file_id");--> statement-breakpoint
CREATE INDEX "attached_snapshots_file" ON "attached_snapshots" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "attached_snapshots_company" ON "attached_snapshots" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "attached_snapshots" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));