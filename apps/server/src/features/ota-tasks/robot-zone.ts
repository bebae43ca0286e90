import { isTimeZone } from '@sweepline/contract/robot';
import { and, eq, getTableName, sql } from 'drizzle-orm';
import { deviceDocuments } from '../../entities/devices/device-document-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inValues } from '../../platform/db/page.ts';

/** Of a robot that has reported none. */
const unknownZone = 'UTC';

/** The time zones in which robots without a site keep to a window: those that they reported themselves. */
export async function robotZones(db: Tx, deviceIds: readonly string[]) {
  const rows = await db
    .select({
      id: deviceDocuments.deviceId,
      zone: sql<string | null>`${deviceDocuments.document}->>'timezone'`,
    })
    .from(deviceDocuments)
    .where(and(inValues(deviceDocuments.deviceId, deviceIds), eq(deviceDocuments.kind, 'REPORTED')));
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  return (deviceId: string): string => {
    const zone = zones.get(deviceId);
    return zone && isTimeZone(zone) ? zone : unknownZone;
  };
}

/** SQL: the time zone of the site, or else that which the robot reported. */
export const zoneSql = (siteZone: string, deviceId: string): string => `known_zone(coalesce(${siteZone},
  (select r.document->>'timezone' from ${getTableName(deviceDocuments)} r where r.device_id = ${deviceId} and r.kind = 'REPORTED')))`;
