CREATE UNLOGGED TABLE "limit_states" (
	"key" text PRIMARY KEY NOT NULL,
	"state" jsonb,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "limit_states" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNLOGGED TABLE "socket_tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "socket_tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "limit_states_expires" ON "limit_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "socket_tickets_expires" ON "socket_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "limit_states" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "socket_tickets" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');