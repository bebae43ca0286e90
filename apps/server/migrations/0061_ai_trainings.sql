CREATE TABLE "ai_training_checkpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"training_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"step" integer NOT NULL,
	"state" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_training_checkpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_training_epochs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"training_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"loss" double precision NOT NULL,
	"accuracy" double precision NOT NULL,
	"validation" double precision
);
--> statement-breakpoint
ALTER TABLE "ai_training_epochs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_trainings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"dataset_id" uuid NOT NULL,
	"network" text NOT NULL,
	"settings" jsonb NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"seconds_left" integer,
	"fault" text,
	"deaths" integer DEFAULT 0 NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"again_of_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "ai_trainings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ai_training_checkpoints" ADD CONSTRAINT "ai_training_checkpoints_training_id_ai_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."ai_trainings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_training_epochs" ADD CONSTRAINT "ai_training_epochs_training_id_ai_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."ai_trainings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_trainings" ADD CONSTRAINT "ai_trainings_dataset_id_ai_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."ai_datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_training_checkpoints_training" ON "ai_training_checkpoints" USING btree ("training_id");--> statement-breakpoint
CREATE INDEX "ai_training_checkpoints_company" ON "ai_training_checkpoints" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_training_epochs_epoch" ON "ai_training_epochs" USING btree ("training_id","epoch");--> statement-breakpoint
CREATE INDEX "ai_training_epochs_company" ON "ai_training_epochs" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "ai_trainings_company" ON "ai_trainings" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "ai_trainings_dataset" ON "ai_trainings" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "ai_trainings_state" ON "ai_trainings" USING btree ("state","created_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_training_checkpoints" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_training_epochs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_trainings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
