ALTER TABLE "drive_sessions" ADD COLUMN "account_company" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The company that the driver has now: that of the time of the drive is unknown.
UPDATE "drive_sessions" SET "account_company" = "companies"."name"
  FROM "accounts" JOIN "companies" ON "companies"."id" = "accounts"."company_id"
  WHERE "accounts"."id" = "drive_sessions"."account_id";
