ALTER TABLE "notices" ADD COLUMN "outage_since" timestamp(3) with time zone;--> statement-breakpoint
UPDATE "notices" SET "outage_since" = "device_live"."since" FROM "device_live"
  WHERE "template" = 'deviceOffline' AND "notices"."device_id" = "device_live"."id" AND "state" = 'OFFLINE'
    AND "occasion" = 'offline/' || "device_id" || '/' || to_char("since" AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');--> statement-breakpoint
CREATE INDEX "device_live_offline" ON "device_live" USING btree ("since") WHERE "device_live"."state" = 'OFFLINE';--> statement-breakpoint
CREATE INDEX "notices_outage" ON "notices" USING btree ("device_id") WHERE "notices"."outage_since" is not null;