CREATE TABLE "network_card_days" (
	"company_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "network_card_days_card_id_day_kind_pk" PRIMARY KEY("card_id","day","kind")
);
--> statement-breakpoint
ALTER TABLE "network_card_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "network_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"iccid" text NOT NULL,
	"operator" text DEFAULT '' NOT NULL,
	"package_type" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'AVAILABLE' NOT NULL,
	"suspended_because" text DEFAULT '' NOT NULL,
	"activated_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"monthly_bytes" bigint,
	"used_bytes" bigint,
	"told_at" timestamp(3) with time zone,
	"asked_at" timestamp(3) with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "network_cards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "network_card_days" ADD CONSTRAINT "network_card_days_card_id_network_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."network_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "network_cards_iccid" ON "network_cards" USING btree ("iccid");--> statement-breakpoint
CREATE INDEX "network_cards_company" ON "network_cards" USING btree ("company_id","iccid");--> statement-breakpoint
CREATE INDEX "network_cards_asked" ON "network_cards" USING btree ("asked_at");--> statement-breakpoint
CREATE POLICY "company_fence" ON "network_card_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "company_fence" ON "network_cards" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));