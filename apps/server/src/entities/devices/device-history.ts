import type { Tx } from '../../platform/db/db.ts';

/** The battery of a device between two times, oldest first. */
export const batteryDuring = (db: Tx, deviceId: string, from: string, to: string) =>
  db.raw<{ at: string; soc: number }>(
    `select at, soc from device_history
     where device_id = $1 and at between $2 and $3 and soc is not null order by at`,
    [deviceId, from, to],
  );

interface Sample {
  at: string;
  soc: number | null;
  mapId: string | null;
  x: number | null;
  y: number | null;
}

/** The last sample of every `stepS` seconds between two times, oldest first; none while the device was offline. */
export const samplesDuring = (db: Tx, deviceId: string, from: string, to: string, stepS: number) =>
  db.raw<Sample>(
    `select distinct on (step) at, soc, map_id as "mapId", x, y
     from (select *, date_bin(make_interval(secs => $4), at, $2::timestamptz) as step
           from device_history where device_id = $1 and at >= $2::timestamptz and at < $3::timestamptz
             and ($5::uuid[] is null or company_id = any($5::uuid[]))) samples
     order by step, at desc`,
    [deviceId, from, to, stepS, db.scope === '*' ? null : db.scope],
  );
