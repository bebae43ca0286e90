CREATE TABLE "servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"roles" text[] NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"is_leaving" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"figures" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "servers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shards" (
	"shard" integer PRIMARY KEY NOT NULL,
	"server_id" uuid,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"changed_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "shards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "servers" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "shards" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');