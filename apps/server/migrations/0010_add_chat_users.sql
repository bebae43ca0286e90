CREATE TABLE "chat_link_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_link_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "chat_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"app" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"linked_at" timestamp(3) with time zone NOT NULL,
	"unlinked_at" timestamp(3) with time zone,
	"unlinked_by" text
);
--> statement-breakpoint
ALTER TABLE "chat_users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chat_link_codes" ADD CONSTRAINT "chat_link_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_users" ADD CONSTRAINT "chat_users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_link_codes_account" ON "chat_link_codes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_link_codes_code" ON "chat_link_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_users_linked" ON "chat_users" USING btree ("app","external_id") WHERE "chat_users"."unlinked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_users_secret" ON "chat_users" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "chat_users_account" ON "chat_users" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "chat_users_company" ON "chat_users" USING btree ("company_id","linked_at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "chat_link_codes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "chat_users" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));