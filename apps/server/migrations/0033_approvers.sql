ALTER TABLE "notice_mails" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "creator_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "resetter_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "granter_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "approver" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_approver" ON "accounts" USING btree ("company_id") WHERE "accounts"."approver";--> statement-breakpoint
-- Who created, reset and granted the accounts that exist, as far as the audit tells.
UPDATE accounts a SET creator_ids = ARRAY[c.account_id]
FROM audit_changes c
WHERE c.table_name = 'accounts' AND c.operation = 'INSERT' AND c.record_id = a.id::text
  AND c.account_id <> a.id;
--> statement-breakpoint
UPDATE accounts a SET resetter_ids = ARRAY[e.account_id]
FROM (
  SELECT DISTINCT ON (record_id) record_id, account_id FROM audit_entries
  WHERE action IN ('accounts.resetPassword', 'accounts.initPassword') AND code = 200 AND account_id IS NOT NULL
  ORDER BY record_id, at DESC
) e
WHERE e.record_id = a.id::text AND e.account_id <> a.id;
--> statement-breakpoint
UPDATE accounts a SET granter_ids = ARRAY[c.account_id]
FROM (
  SELECT DISTINCT ON (record_id) record_id, account_id FROM audit_changes
  WHERE table_name = 'accounts' AND operation = 'UPDATE' AND account_id IS NOT NULL
    AND (after ? 'role_id' OR after ? 'role_type')
  ORDER BY record_id, seq DESC
) c
WHERE c.record_id = a.id::text AND c.account_id <> a.id;
