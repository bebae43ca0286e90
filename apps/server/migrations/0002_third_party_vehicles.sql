ALTER TABLE "devices" ADD COLUMN "actions" text[];--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "vehicle_type" text;