CREATE TABLE "known_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "login_confirms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"device_hash" text
);
--> statement-breakpoint
ALTER TABLE "login_confirms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"merge_key" text
);
--> statement-breakpoint
ALTER TABLE "sign_ins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "known_places" ADD CONSTRAINT "known_places_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_confirms" ADD CONSTRAINT "login_confirms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "known_places_hash" ON "known_places" USING btree ("account_id","hash");--> statement-breakpoint
CREATE INDEX "known_places_last" ON "known_places" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "login_confirms_token" ON "login_confirms" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "login_confirms_account" ON "login_confirms" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_merge" ON "sign_ins" USING btree ("account_id","merge_key") WHERE "sign_ins"."merge_key" is not null;--> statement-breakpoint
CREATE INDEX "sign_ins_account" ON "sign_ins" USING btree ("account_id","last_at");--> statement-breakpoint
CREATE INDEX "sign_ins_last" ON "sign_ins" USING btree ("last_at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "known_places" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "login_confirms" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));--> statement-breakpoint
CREATE POLICY "company_fence" ON "sign_ins" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));