CREATE TABLE "ai_models" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"dataset_id" uuid NOT NULL,
	"training_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"network" text NOT NULL,
	"classes" jsonb NOT NULL,
	"file_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"bytes" bigint NOT NULL,
	"threshold" double precision NOT NULL,
	"code_version" text NOT NULL,
	"evaluation" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"approved_at" timestamp(3) with time zone,
	"approved_by" text DEFAULT '' NOT NULL,
	"retired_at" timestamp(3) with time zone,
	"retired_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_models" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ai_models" ADD CONSTRAINT "ai_models_project_id_ai_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."ai_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_models" ADD CONSTRAINT "ai_models_dataset_id_ai_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."ai_datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_models" ADD CONSTRAINT "ai_models_training_id_ai_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."ai_trainings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_models" ADD CONSTRAINT "ai_models_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_models_number" ON "ai_models" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_models_training" ON "ai_models" USING btree ("training_id");--> statement-breakpoint
CREATE INDEX "ai_models_company" ON "ai_models" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "ai_models_dataset" ON "ai_models" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "ai_models_file" ON "ai_models" USING btree ("file_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "ai_models" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
