import type { Device, DeviceLive } from '@sweepline/contract';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Draft } from '../../../platform/db/paginate.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { deviceGroups } from '../../../entities/devices/device-group-table.ts';
import { elevatorModules } from '../../../entities/places/elevator-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { liveColumns, offlineChange } from '../../../entities/devices/live-row.ts';
import { devices } from '../../../entities/devices/device-table.ts';

const {
  secretHash: _secretHash,
  formerSecretHash: _formerSecretHash,
  ...publicColumns
} = getTableColumns(devices);

/** Devices with the columns of the list. The document of the live state is omitted, because lists do not need it. */
export const deviceRows = (db: Draft, from = devices) =>
  db
    .select({
      device: publicColumns,
      companyName: companies.name,
      site: { id: sites.id, name: sites.name },
      group: { id: deviceGroups.id, name: deviceGroups.name },
      live: liveColumns,
    })
    .from(from)
    .innerJoin(companies, eq(companies.id, devices.companyId))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    // A device that moved to another company has no group, although its row may still name one.
    .leftJoin(
      deviceGroups,
      and(eq(deviceGroups.id, devices.groupId), eq(deviceGroups.companyId, devices.companyId)),
    )
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .$dynamic();

type Row = Awaited<ReturnType<typeof deviceRows>>[number];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The names of the current maps of these devices. Robots may use any text as map name, so ids are filtered. Only for
 * the rows of a page: a join would look the name up for each sorted row.
 */
async function mapNames(db: Tx, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ live }) => live?.mapId ?? []))].filter((id) => uuid.test(id));
  if (ids.length === 0) return new Map();
  const { id, companyId, name } = maps;
  const mapRows = await db
    .select({ id, companyId, name })
    .from(maps)
    .where(and(inValues(id, ids), visible(db, maps)));
  return new Map(mapRows.map((map) => [`${map.companyId} ${map.id}`, map.name]));
}

/** Devices in the form of the contract. */
export async function devicesOf(db: Tx, rows: readonly Row[]) {
  const names = await mapNames(db, rows);
  return rows.map((row) => deviceOf(row, names.get(`${row.device.companyId} ${row.live?.mapId}`) ?? null));
}

function deviceOf({ device, companyName, site, group, live }: Row, mapName: string | null) {
  const { warrantyFrom: from, warrantyUntil: until, warrantyExtendedUntil: extendedUntil } = device;
  const { freezeCause: cause, freezeReason: reason, bindingBy: by, bindingAt: at, ...rest } = device;
  return {
    ...rest,
    companyName,
    site,
    group,
    location: live && live.x !== null && live.y !== null ? { mapName, x: live.x, y: live.y } : null,
    warranty: until === null ? null : { from, until, extendedUntil },
    freeze: cause && { cause, reason, by, at },
    softwareVersion: live?.softwareVersion ?? device.softwareVersion,
    hardwareVersion: live?.hardwareVersion ?? device.hardwareVersion,
    live: live ?? offlineChange,
  };
}

/** The live state of a device without any message. */
export const unseenLive = (deviceId: string): DeviceLive => ({
  deviceId,
  connection: { state: 'OFFLINE', reason: '', since: null, lastSeenAt: null },
  mode: null,
  battery: null,
  position: null,
  tanks: null,
  network: null,
  cleaning: null,
  run: null,
  versions: null,
  consumables: null,
  errors: null,
  conformance: [],
});

/** One device in the form of the contract. */
export async function readDevice(db: Tx, id: string): Promise<Device> {
  const [row] = await deviceRows(db).where(and(eq(devices.id, id), visible(db, devices)));
  if (!row) throw new Refusal('notFound');
  const [device] = await devicesOf(db, [row]);
  return device!;
}

/** Checks that a site belongs to the company, else refuses the field. */
export async function checkSite(db: Tx, companyId: string, siteId: string | null | undefined): Promise<void> {
  if (!siteId) return;
  const [row] = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.id, siteId), eq(sites.companyId, companyId)));
  if (!row) throw wrongField('siteId', 'SITE_OF_OTHER_COMPANY');
}

/** Whether a device is online or asleep. It locks the live state, so call it in the transaction of the change. */
export async function isOnline(db: Tx, id: string): Promise<boolean> {
  const [live] = await db
    .select({ state: deviceLives.state })
    .from(deviceLives)
    .where(eq(deviceLives.id, id))
    .for('update');
  return live !== undefined && live.state !== 'OFFLINE';
}

/** The serial numbers, in lower case, that are taken in the installation. The owner is not disclosed. */
export const takenSerials = (db: Tx, serials: readonly string[]): Promise<string[]> =>
  asSystem(db, async (all) => {
    const lowerCase = serials.map((sn) => sn.toLowerCase());
    const rows = await all
      .select({ sn: sql<string>`lower(${devices.sn})` })
      .from(devices)
      .where(inValues(sql`lower(${devices.sn})`, lowerCase));
    const modules = await all
      .select({ sn: sql<string>`lower(${elevatorModules.serial})` })
      .from(elevatorModules)
      .where(inValues(sql`lower(${elevatorModules.serial})`, lowerCase));
    return [...rows, ...modules].map(({ sn }) => sn);
  });
