CREATE TABLE "invitation_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invitation_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role_id" uuid,
	"role_type" integer NOT NULL,
	"invited_by_id" uuid,
	"invited_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"accepted_at" timestamp(3) with time zone,
	"account_id" uuid,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"lang" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"taken_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "letters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "accounts_username";--> statement-breakpoint
DROP INDEX "accounts_company";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_sign_in_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "name_key" text GENERATED ALWAYS AS (lower("username")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower("username" || chr(10) || "nickname" || chr(10) || "email" || chr(10) || "phone")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invitation_links" ADD CONSTRAINT "invitation_links_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_accounts_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_links_token" ON "invitation_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitation_links_invitation" ON "invitation_links" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "invitations_company" ON "invitations" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_created" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by_id");--> statement-breakpoint
CREATE INDEX "invitations_role" ON "invitations" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "invitations_account" ON "invitations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "letters_waiting" ON "letters" USING btree ("taken_at","created_at");--> statement-breakpoint
CREATE INDEX "letters_invitation" ON "letters" USING btree ("invitation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_name" ON "accounts" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "accounts_created" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_signed_in" ON "accounts" USING btree ("last_sign_in_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "accounts_company" ON "accounts" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE POLICY "company_fence" ON "invitation_links" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "invitations" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "letters" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));