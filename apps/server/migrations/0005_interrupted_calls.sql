ALTER TABLE "idempotency_keys" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "pending" jsonb;