DROP INDEX "sessions_one_live";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "staff_kind" text DEFAULT 'MEMBER' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "initial_password_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "password_changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "profile" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewed_id" uuid;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "location" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "contact_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "contact_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "contact_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "scenario" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "rating" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "sales_id" uuid;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "fae_id" uuid;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "frozen_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "default_for" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewed_id_accounts_id_fk" FOREIGN KEY ("viewed_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "companies_sales" ON "companies" USING btree ("sales_id");--> statement-breakpoint
CREATE INDEX "companies_fae" ON "companies" USING btree ("fae_id");--> statement-breakpoint
CREATE INDEX "companies_name" ON "companies" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_one_live" ON "sessions" USING btree ("account_id") WHERE "sessions"."ended_at" is null and "sessions"."viewed_id" is null;