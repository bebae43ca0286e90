import type { ElevatorProjectDetail } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { elevatorDevices } from '../../../entities/devices/elevator-device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import {
  elevatorFloors,
  elevatorModules,
  elevatorProjects,
  elevators,
} from '../../../entities/places/elevator-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { floors, sites } from '../../../entities/places/site-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { elevatorRows, elevatorsOf } from './elevator-rows.ts';
import { moduleRows } from './elevator-module-rows.ts';

const countOf = (rows: SQL) => sql<number>`(select count(*)::int from ${rows})`;
const ofProject = (column: SQL | typeof elevators.projectId) => sql`${column} = ${elevatorProjects.id}`;

const columns = {
  id: elevatorProjects.id,
  companyId: elevatorProjects.companyId,
  companyName: companies.name,
  number: elevatorProjects.number,
  name: elevatorProjects.name,
  siteId: elevatorProjects.siteId,
  siteName: sites.name,
  address: sql<string>`coalesce(nullif(${elevatorProjects.address}, ''), ${sites.address})`,
  scene: elevatorProjects.scene,
  property: elevatorProjects.property,
  elevators: countOf(sql`${elevators} where ${ofProject(elevators.projectId)}`),
  modules: sql<{ total: number; online: number }>`(select jsonb_build_object('total', count(*)::int,
    'online', count(*) filter (where ${elevatorModules.online})::int)
    from ${elevatorModules} where ${ofProject(sql`${elevatorModules.projectId}`)})`,
  floors: sql<number>`(select count(distinct ${elevatorFloors.floorId})::int from ${elevatorFloors}
    join ${elevators} on ${elevators.id} = ${elevatorFloors.elevatorId} where ${ofProject(elevators.projectId)})`,
  // A robot that left the company is linked no longer.
  devices: countOf(sql`${elevatorDevices} join ${devices} on ${devices.id} = ${elevatorDevices.deviceId}
    and ${devices.companyId} = ${elevatorDevices.companyId}
    where ${ofProject(sql`${elevatorDevices.projectId}`)}`),
  version: elevatorProjects.version,
  updatedAt: elevatorProjects.updatedAt,
  updatedBy: elevatorProjects.updatedBy,
};

/** Projects in the form of the list. */
export const projectRows = (db: Tx, where: SQL | undefined) =>
  db
    .select(columns)
    .from(elevatorProjects)
    .innerJoin(companies, eq(companies.id, elevatorProjects.companyId))
    .innerJoin(sites, eq(sites.id, elevatorProjects.siteId))
    .where(and(visible(db, elevatorProjects), where))
    .$dynamic();

async function linkedDevices(db: Tx, projectId: string): Promise<ElevatorProjectDetail['deviceList']> {
  const rows = await db
    .select({
      id: devices.id,
      nickname: devices.nickname,
      sn: devices.sn,
      ...vehicleColumns,
      state: deviceLives.state,
    })
    .from(elevatorDevices)
    .innerJoin(
      devices,
      and(eq(devices.id, elevatorDevices.deviceId), eq(devices.companyId, elevatorDevices.companyId)),
    )
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .where(and(visible(db, elevatorDevices), eq(elevatorDevices.projectId, projectId)))
    .orderBy(asc(devices.nickname), asc(devices.id));
  return rows.map(({ id, nickname, sn, state, ...vehicle }) => ({
    id,
    nickname,
    sn,
    model: vehicle.model,
    online: state !== null && state !== 'OFFLINE',
    ridesElevators: can(vehicle, 'lift'),
  }));
}

async function floorsOfSite(db: Tx, siteId: string): Promise<ElevatorProjectDetail['siteFloors']> {
  const rows = await db
    .select()
    .from(floors)
    .where(eq(floors.siteId, siteId))
    .orderBy(asc(floors.position), asc(floors.name));
  const mapRows = await db
    .select({ id: maps.id, name: maps.name, floorId: maps.floorId })
    .from(maps)
    .where(and(visible(db, maps), eq(maps.siteId, siteId)))
    .orderBy(asc(maps.name));
  return rows.map(({ id, name }) => ({
    id,
    name,
    maps: mapRows.filter(({ floorId }) => floorId === id).map((map) => ({ id: map.id, name: map.name })),
  }));
}

/** One project with its elevators, modules and robots. */
export async function readProject(db: Tx, id: string): Promise<ElevatorProjectDetail> {
  const [row] = await projectRows(db, eq(elevatorProjects.id, id));
  if (!row) throw new Refusal('notFound');
  const elevatorList = await elevatorsOf(db, await elevatorRows(db, eq(elevators.projectId, id)));
  const moduleList = await moduleRows(db, eq(elevatorModules.projectId, id));
  const deviceList = await linkedDevices(db, id);
  return { ...row, elevatorList, moduleList, deviceList, siteFloors: await floorsOfSite(db, row.siteId) };
}
