-- The signal at each sampled place: without it nobody can say where on a floor robots lose their network.
ALTER TABLE "device_history" ADD COLUMN "rssi_dbm" smallint;
