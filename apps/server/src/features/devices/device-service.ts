import type { Device, DeviceChange, DeviceLive } from '@sweepline/contract';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { Refusal, wrongField } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { visible } from '../../platform/page.ts';
import { companies } from '../companies/company-table.ts';
import { sites } from '../sites/site-table.ts';
import { deviceLives } from './device-live-table.ts';
import { devices } from './device-table.ts';

const { secretHash: _secretHash, ...shown } = getTableColumns(devices);
const { live: _live, session: _session, revision: _revision, ...columns } = getTableColumns(deviceLives);

/** Devices with what a row shows of them. The document of the live state is left where it is: a list does not need it. */
export const deviceRows = (db: Tx) =>
  db
    .select({
      device: shown,
      companyName: companies.name,
      site: { id: sites.id, name: sites.name },
      live: columns,
    })
    .from(devices)
    .innerJoin(companies, eq(companies.id, devices.companyId))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .$dynamic();

type Row = Awaited<ReturnType<typeof deviceRows>>[number];

const unseenChange: Omit<DeviceChange, 'id'> = {
  state: 'OFFLINE',
  since: null,
  lastSeenAt: null,
  mode: null,
  paused: false,
  soc: null,
  charging: false,
  mapId: null,
  cleanWaterPct: null,
  dirtyWaterPct: null,
  dustBagPct: null,
  networkMode: null,
  cleaningMode: null,
  coverage: null,
  runId: null,
  alarmLevel: 0,
};

/** A device as the contract names it. */
export function deviceOf({ device, companyName, site, live }: Row): Device {
  const { warrantyStatus, warrantyUntil, ...rest } = device;
  return {
    ...rest,
    companyName,
    site,
    warranty: warrantyStatus ? { status: warrantyStatus, until: warrantyUntil } : null,
    softwareVersion: live?.softwareVersion ?? device.softwareVersion,
    live: live ?? unseenChange,
  };
}

/** The live state of a device that never said anything. */
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

/** One device as a page shows it. */
export async function readDevice(db: Tx, id: string): Promise<Device> {
  const [row] = await deviceRows(db).where(and(eq(devices.id, id), visible(db, devices)));
  if (!row) throw new Refusal('notFound');
  return deviceOf(row);
}

/** A site of this company, or a mark on the field. */
export async function checkSite(db: Tx, companyId: string, siteId: string | null | undefined): Promise<void> {
  if (!siteId) return;
  const [found] = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.id, siteId), eq(sites.companyId, companyId)));
  if (!found) throw wrongField('siteId', 'no site of this company');
}

/** A device that is online or asleep, asked within the transaction that acts on it. */
export async function isOnline(db: Tx, id: string): Promise<boolean> {
  const [live] = await db
    .select({ state: deviceLives.state })
    .from(deviceLives)
    .where(eq(deviceLives.id, id))
    .for('update');
  return live !== undefined && live.state !== 'OFFLINE';
}

/** Where a state stands when a list is sorted by it. */
export const stateRank = sql`case ${deviceLives.state} when 'ONLINE' then 0 when 'SLEEP' then 1 else 2 end`;
