CREATE TABLE "device_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"part" text NOT NULL,
	"before" text,
	"after" text,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "device_versions" ADD CONSTRAINT "device_versions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_versions_part" ON "device_versions" USING btree ("device_id","part","id");--> statement-breakpoint
CREATE POLICY "company_fence" ON "device_versions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
-- What robots have reported until now is the first that is known of them. Ids that begin with noughts stand before all that follow.
INSERT INTO device_versions (id, company_id, device_id, part, before, after, at)
SELECT ('00000000-0000-7' || substr(md5(random()::text), 1, 3) || '-8' || substr(md5(random()::text), 1, 3) || '-' || substr(md5(random()::text), 1, 12))::uuid,
	d.company_id, d.id, left(it.key, 80), NULL, it.value, r.changed_at
FROM device_documents r
JOIN devices d ON d.id = r.device_id
CROSS JOIN LATERAL jsonb_each_text(CASE WHEN jsonb_typeof(r.document -> 'versions') = 'object' THEN r.document -> 'versions' ELSE '{}' END) it
WHERE r.kind = 'REPORTED' AND it.value <> '';
