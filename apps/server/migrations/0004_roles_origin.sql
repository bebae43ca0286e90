CREATE TABLE "audit_anchors" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_pending_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content_hash" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid,
	"request_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"account_id" uuid,
	"table_name" text NOT NULL,
	"record_id" text NOT NULL,
	"record_name" text NOT NULL,
	"operation" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "audit_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "origin_id" uuid;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "origin_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "account_role" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "action" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "record_name" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "record_company_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
CREATE INDEX "audit_seals_item" ON "audit_seals" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "audit_seals_sealed_at" ON "audit_seals" USING btree ("sealed_at");--> statement-breakpoint
CREATE INDEX "audit_changes_request" ON "audit_changes" USING btree ("request_id","seq");--> statement-breakpoint
CREATE INDEX "audit_changes_record" ON "audit_changes" USING btree ("record_id","seq");--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_origin_id_roles_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."roles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "roles_origin" ON "roles" USING btree ("origin_id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_account" ON "audit_entries" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "audit_request" ON "audit_entries" USING btree ("request_id");--> statement-breakpoint
CREATE POLICY "company_fence" ON "audit_changes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));