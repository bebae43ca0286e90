CREATE TABLE "agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"region" text NOT NULL,
	"audiences" text[] NOT NULL,
	"texts" jsonb NOT NULL,
	"is_material" boolean NOT NULL,
	"state" text NOT NULL,
	"number" integer,
	"valid_from" timestamp(3) with time zone,
	"published_at" timestamp(3) with time zone,
	"published_by_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by_id" uuid,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agreements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "agreement_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"account_name" text NOT NULL,
	"agreement_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"lang" text NOT NULL,
	"sha256" text NOT NULL,
	"act" text NOT NULL,
	"site_id" uuid,
	"site_name" text,
	"at" timestamp(3) with time zone NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agreement_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "agreement_records" ADD CONSTRAINT "agreement_records_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_number" ON "agreements" USING btree ("company_id","kind","region","number");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_records_once" ON "agreement_records" USING btree ("account_id","agreement_id","act") WHERE "agreement_records"."site_id" is null and "agreement_records"."act" in ('ACCEPTED', 'NOTED');--> statement-breakpoint
CREATE INDEX "agreement_records_company" ON "agreement_records" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "agreement_records_agreement" ON "agreement_records" USING btree ("agreement_id","company_id");--> statement-breakpoint
CREATE INDEX "agreement_records_site" ON "agreement_records" USING btree ("site_id","at") WHERE "agreement_records"."site_id" is not null;--> statement-breakpoint
CREATE POLICY "public_read" ON "agreements" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("state" = 'PUBLISHED');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "agreements" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "agreement_records" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- A record names the text that was accepted: a text that changes afterwards would say something else.
CREATE FUNCTION "refuse_agreement_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.texts, NEW.number, NEW.kind, NEW.region, NEW.valid_from, NEW.is_material, NEW.audiences)
    IS DISTINCT FROM (OLD.texts, OLD.number, OLD.kind, OLD.region, OLD.valid_from, OLD.is_material, OLD.audiences)
  THEN
    RAISE EXCEPTION 'published agreements never change';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "refuse_agreement_change" FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER agreements_final BEFORE UPDATE ON agreements FOR EACH ROW WHEN (OLD.state <> 'DRAFT') EXECUTE FUNCTION refuse_agreement_change();
