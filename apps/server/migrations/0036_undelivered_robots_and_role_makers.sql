ALTER TABLE "servers" ADD COLUMN "not_followed" jsonb;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "maker_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE roles r SET maker_ids = ARRAY[r.maker_id] || coalesce(
  (SELECT a.creator_ids || a.resetter_ids FROM accounts a WHERE a.id = r.maker_id), '{}')
WHERE r.maker_id IS NOT NULL;