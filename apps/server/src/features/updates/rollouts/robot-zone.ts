import { isTimeZone, isZoneOffset } from '@sweepline/contract/robot';
import { and, eq, getTableName, sql } from 'drizzle-orm';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { otaRecords } from '../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';

/** Of a robot that has reported none. */
const unknownZone = 'UTC';

/** A robot may report the distance of its clock to UTC in place of a name. */
const zoneOf = (reported: string | null | undefined): string =>
  reported && (isTimeZone(reported) || isZoneOffset(reported)) ? reported : unknownZone;

/** PostgreSQL reads the sign of an offset as POSIX does: `-08:00` is east of Greenwich. */
const sqlZoneOf = (zone: string): string =>
  isZoneOffset(zone) ? `${zone.startsWith('+') ? '-' : '+'}${zone.slice(1)}` : zone;

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
  return (deviceId: string): string => zoneOf(zones.get(deviceId));
}

/** SQL: the reported time zones of the robots without a site among the records $1. */
const reportedZones = `select r.id, x.document->>'timezone' as zone from ${getTableName(otaRecords)} r
  join ${getTableName(devices)} d on d.id = r.device_id and d.site_id is null
  join ${getTableName(deviceDocuments)} x on x.device_id = d.id and x.kind = 'REPORTED'
  where r.id = any($1::uuid[])`;

/** The zones of the robots without a site, by record, as PostgreSQL reads them. A robot that is left out has UTC. */
export async function sqlZones(db: Tx, recordIds: string | readonly string[]) {
  const rows = await db.raw<{ id: string; zone: string | null }>(reportedZones, [recordIds]);
  return { ids: rows.map(({ id }) => id), zones: rows.map(({ zone }) => sqlZoneOf(zoneOf(zone))) };
}
