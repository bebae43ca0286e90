import type { Raster } from '@sweepline/map-core';
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

/** The signal strengths on a map between two times, grouped by raster tile. */
export const signalsHeard = (
  db: Tx,
  map: { id: string; companyId: string },
  { resolution, originX, originY }: Raster,
  { from, to }: { from: string; to: string },
) =>
  db.raw<{ x: number; y: number; sumDbm: number; count: number }>(
    `select $6::float8 + ("column" + 0.5) * $5::float8 as x, $7::float8 + ("row" + 0.5) * $5::float8 as y,
       sum(rssi_dbm)::float8 as "sumDbm", count(*)::int as count
     from (select rssi_dbm, floor((x - $6::float8) / $5::float8) as "column", floor((y - $7::float8) / $5::float8) as "row"
           from device_history
           where map_id = $1::text and company_id = $2::uuid and at >= $3::timestamptz and at <= $4::timestamptz
             and rssi_dbm is not null and x is not null and y is not null
             -- An array, so that the index of each robot is used and not the whole fleet read.
             and device_id = any(array(
               select device_id from device_maps where map_id = $1::uuid
               union select device_id from task_reports where map_id = $1::text and company_id = $2::uuid))) samples
     group by 1, 2`,
    [map.id, map.companyId, from, to, resolution, originX, originY],
  );
