-- contracts: programs before it refuse every newer schema.
ALTER TABLE "servers" ADD COLUMN "is_draining" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "key_mark" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "running_jobs" text[] DEFAULT '{}' NOT NULL;