CREATE TABLE "article_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"names" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_categories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "article_gaps" (
	"lang" text NOT NULL,
	"text" text NOT NULL,
	"searches" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "article_gaps_lang_text_pk" PRIMARY KEY("lang","text")
);
--> statement-breakpoint
ALTER TABLE "article_gaps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "article_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"category_id" uuid,
	"models" text[] NOT NULL,
	"alarm_codes" text[] NOT NULL,
	"from_version" text,
	"to_version" text,
	"audience" text NOT NULL,
	"article_id" uuid NOT NULL,
	"lang" text NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"plain" text NOT NULL,
	"is_outdated" boolean NOT NULL,
	"is_expired" boolean DEFAULT false NOT NULL,
	"published_at" timestamp(3) with time zone NOT NULL,
	"search" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "article_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"solved" integer DEFAULT 0 NOT NULL,
	"unsolved" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "article_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"published_at" timestamp(3) with time zone NOT NULL,
	"published_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "article_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "articles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"category_id" uuid,
	"models" text[] NOT NULL,
	"alarm_codes" text[] NOT NULL,
	"from_version" text,
	"to_version" text,
	"audience" text NOT NULL,
	"texts" jsonb NOT NULL,
	"meaning" integer NOT NULL,
	"tags" text[] NOT NULL,
	"synonyms" text[] NOT NULL,
	"state" text NOT NULL,
	"reasons" text DEFAULT '' NOT NULL,
	"is_live" boolean DEFAULT false NOT NULL,
	"published_version" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp(3) with time zone,
	"review_at" timestamp(3) with time zone,
	"release_at" timestamp(3) with time zone,
	"reviewed_by_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by_id" uuid,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "articles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_texts" ADD CONSTRAINT "article_texts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_uses" ADD CONSTRAINT "article_uses_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_categories_company" ON "article_categories" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "article_texts_lang" ON "article_texts" USING btree ("article_id","lang");--> statement-breakpoint
CREATE INDEX "article_texts_company" ON "article_texts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "article_texts_codes" ON "article_texts" USING gin ("alarm_codes");--> statement-breakpoint
CREATE INDEX "article_texts_search" ON "article_texts" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "article_uses_article" ON "article_uses" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "article_uses_company" ON "article_uses" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "article_versions_number" ON "article_versions" USING btree ("article_id","number");--> statement-breakpoint
CREATE INDEX "article_versions_company" ON "article_versions" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "articles_updated" ON "articles" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "articles_category" ON "articles" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "articles_release" ON "articles" USING btree ("release_at") WHERE "articles"."release_at" is not null;--> statement-breakpoint
CREATE INDEX "articles_review" ON "articles" USING btree ("review_at") WHERE "articles"."is_live";--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "article_categories" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "article_categories" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "article_gaps" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "article_texts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "inherited_read" ON "article_texts" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from companies where id in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))));--> statement-breakpoint
CREATE POLICY "public_read" ON "article_texts" AS PERMISSIVE FOR SELECT TO "sweepline_app" USING ("audience" = 'PUBLIC' and not "is_expired");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "article_uses" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "article_versions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "articles" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
ALTER TABLE "article_categories" ADD CONSTRAINT "article_categories_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;--> statement-breakpoint
-- The texts that answer a question, best first. Row-level security hides the index from operators that are not leakproof, so this function
-- runs as the owner, applies the same policies itself, and returns ids and ranks only: the caller reads the rows under row-level security.
CREATE FUNCTION search_articles(asked tsquery, audiences text[], at_most integer) RETURNS TABLE (id uuid, rank real)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  scope text := nullif(current_setting('sweepline.companies', true), '');
  company_ids uuid[] := CASE WHEN scope <> '*' THEN string_to_array(scope, ',')::uuid[] END;
  readable uuid[] := array(SELECT unnest(string_to_array(trim(trailing '/' from c.path), '/'))::uuid
    FROM companies c WHERE c.id = ANY(company_ids));
BEGIN
  RETURN QUERY SELECT t.id, ts_rank('{0.1, 0.2, 0.5, 1}', t.search, asked) FROM article_texts t
    WHERE t.search @@ asked AND t.audience = ANY(audiences)
      AND (scope = '*' OR t.company_id = ANY(readable) OR (t.audience = 'PUBLIC' AND NOT t.is_expired))
    ORDER BY 2 DESC, 1 LIMIT at_most;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_articles FROM PUBLIC;
