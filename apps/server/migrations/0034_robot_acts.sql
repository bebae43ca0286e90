ALTER TABLE "device_live" ADD COLUMN "operating_mode" text;--> statement-breakpoint
ALTER TABLE "device_live" ADD COLUMN "relocating" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "device_live" ADD COLUMN "localized" boolean;--> statement-breakpoint
ALTER TABLE "device_live" ADD COLUMN "faults" jsonb DEFAULT '[]'::jsonb NOT NULL;