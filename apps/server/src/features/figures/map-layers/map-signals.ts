import type { Raster } from '@sweepline/map-core';
import { getTableName } from 'drizzle-orm';
import { deviceMaps } from '../../../entities/places/device-map-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** The signal strengths on a map between two times, grouped by raster tile. */
export const measuredSignals = (
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
               select device_id from ${getTableName(deviceMaps)} where map_id = $1::uuid
               union select device_id from ${getTableName(taskReports)} where map_id = $1::text and company_id = $2::uuid))) samples
     group by 1, 2`,
    [map.id, map.companyId, from, to, resolution, originX, originY],
  );
