CREATE TABLE "screens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"site_id" uuid,
	"token_hash" text NOT NULL,
	"scenes" jsonb NOT NULL,
	"lang" text NOT NULL,
	"area" text NOT NULL,
	"volume" text NOT NULL,
	"show_sn" boolean DEFAULT false NOT NULL,
	"show_address" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" text
);
--> statement-breakpoint
ALTER TABLE "screens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "screens" ADD CONSTRAINT "screens_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "screens_token" ON "screens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "screens_company" ON "screens" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "screens_site" ON "screens" USING btree ("site_id");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "screens" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));