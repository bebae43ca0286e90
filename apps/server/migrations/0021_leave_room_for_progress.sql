-- Rows that change with every word of a robot: with room beside them the new version stays on its page and no index is touched.
ALTER TABLE "runs" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "device_live" SET (fillfactor = 50);
