CREATE TABLE "elevator_rides" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"ride_id" uuid NOT NULL,
	"is_twin" boolean NOT NULL,
	"robot_ride_id" text NOT NULL,
	"device_id" uuid NOT NULL,
	"device_company_id" uuid NOT NULL,
	"elevator_id" uuid,
	"elevator_number" text NOT NULL,
	"site_name" text NOT NULL,
	"run_id" uuid,
	"from_floor" text NOT NULL,
	"to_floor" text NOT NULL,
	"car_id" text,
	"status" text NOT NULL,
	"code" text NOT NULL,
	"place" text NOT NULL,
	"grant" text NOT NULL,
	"queue_pos" integer,
	"is_opened" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"status_at" timestamp(3) with time zone NOT NULL,
	"opened_at" timestamp(3) with time zone,
	"boarded_at" timestamp(3) with time zone,
	"left_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"holds_car" boolean DEFAULT false NOT NULL,
	"aborted_by" text,
	"abort_reason" text,
	"released_by" text,
	"release_reason" text,
	"report" jsonb,
	"events" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "elevator_rides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "elevator_rides" ADD CONSTRAINT "elevator_rides_elevator_id_elevators_id_fk" FOREIGN KEY ("elevator_id") REFERENCES "public"."elevators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_rides_ride" ON "elevator_rides" USING btree ("ride_id","is_twin");--> statement-breakpoint
CREATE UNIQUE INDEX "elevator_rides_robot" ON "elevator_rides" USING btree ("device_id","robot_ride_id","is_twin");--> statement-breakpoint
CREATE INDEX "elevator_rides_company" ON "elevator_rides" USING btree ("company_id","requested_at");--> statement-breakpoint
CREATE INDEX "elevator_rides_device" ON "elevator_rides" USING btree ("device_id","requested_at");--> statement-breakpoint
CREATE INDEX "elevator_rides_elevator" ON "elevator_rides" USING btree ("elevator_id","requested_at");--> statement-breakpoint
CREATE INDEX "elevator_rides_open" ON "elevator_rides" USING btree ("elevator_id") WHERE "elevator_rides"."ended_at" is null or "elevator_rides"."holds_car";--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "elevator_rides" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));