CREATE TABLE "elevator_cars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"elevator_id" uuid NOT NULL,
	"car_id" text NOT NULL,
	"floor" text NOT NULL,
	"doors" jsonb NOT NULL,
	"motion" text NOT NULL,
	"mode" text NOT NULL,
	"ride_id" text,
	"fault" text,
	"changed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "elevator_cars" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "elevator_tests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"elevator_id" uuid NOT NULL,
	"car_id" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"state" text NOT NULL,
	"steps" jsonb NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"started_by" text NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "elevator_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "elevator_cars" ADD CONSTRAINT "elevator_cars_elevator_id_elevators_id_fk" FOREIGN KEY ("elevator_id") REFERENCES "public"."elevators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevator_tests" ADD CONSTRAINT "elevator_tests_elevator_id_elevators_id_fk" FOREIGN KEY ("elevator_id") REFERENCES "public"."elevators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_cars_car" ON "elevator_cars" USING btree ("elevator_id","car_id");--> statement-breakpoint
CREATE INDEX "elevator_cars_company" ON "elevator_cars" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "elevator_tests_elevator" ON "elevator_tests" USING btree ("elevator_id","started_at");--> statement-breakpoint
CREATE INDEX "elevator_tests_company" ON "elevator_tests" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_tests_running" ON "elevator_tests" USING btree ("elevator_id") WHERE "elevator_tests"."state" = 'RUNNING';--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "elevator_cars" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "elevator_tests" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));