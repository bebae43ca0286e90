ALTER TABLE "letters" ADD COLUMN "sent_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "refusal" text;