ALTER TABLE "tasks" ADD COLUMN "created_by" text;--> statement-breakpoint
UPDATE tasks SET created_by = updated_by WHERE version = 1;