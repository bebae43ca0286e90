import type { AccessDoor, DoorRecord } from '@sweepline/contract';
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import { accessDoors, doorRecords } from '../../../entities/places/access-door-table.ts';
import { elevatorModules, elevatorProjects } from '../../../entities/places/elevator-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

/** Doors by site and number. */
export const doorRows = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      door: accessDoors,
      projectName: elevatorProjects.name,
      siteName: sites.name,
      moduleNumber: elevatorModules.number,
      online: elevatorModules.online,
    })
    .from(accessDoors)
    .innerJoin(elevatorProjects, eq(elevatorProjects.id, accessDoors.projectId))
    .innerJoin(sites, eq(sites.id, elevatorProjects.siteId))
    .leftJoin(elevatorModules, eq(elevatorModules.id, accessDoors.moduleId))
    .where(and(visible(db, accessDoors), where))
    .orderBy(asc(sites.name), asc(accessDoors.number), asc(accessDoors.id))
    .$dynamic();

export function doorOf({
  door,
  moduleNumber,
  online,
  ...names
}: Awaited<ReturnType<typeof doorRows>>[number]): AccessDoor {
  const { moduleId, companyId: _company, createdAt: _created, ...row } = door;
  const module =
    moduleId !== null && moduleNumber !== null
      ? { id: moduleId, number: moduleNumber, online: online ?? false }
      : null;
  // Of a silent module nothing is known.
  return { ...row, ...names, module, state: module?.online ? row.state : 'UNKNOWN' };
}

export async function readDoor(db: Tx, id: string): Promise<AccessDoor> {
  const [row] = await doorRows(db, eq(accessDoors.id, id));
  if (!row) throw new Refusal('notFound');
  return doorOf(row);
}

/** Requests, newest first. */
export const recordRows = (db: Tx, where: SQL | undefined) =>
  db
    .select({ record: doorRecords, doorName: accessDoors.name, siteName: sites.name })
    .from(doorRecords)
    .innerJoin(accessDoors, eq(accessDoors.id, doorRecords.doorId))
    .innerJoin(elevatorProjects, eq(elevatorProjects.id, accessDoors.projectId))
    .innerJoin(sites, eq(sites.id, elevatorProjects.siteId))
    .where(and(visible(db, doorRecords), where))
    .orderBy(desc(doorRecords.requestedAt), desc(doorRecords.id))
    .$dynamic();

/** A request without an end after this time is not shown by the door any more: its server may have ended. */
const abandonedMs = 60_000;

export function recordOf(
  { record, doorName, siteName }: Awaited<ReturnType<typeof recordRows>>[number],
  now: Date,
): DoorRecord {
  const { companyId: _company, ...row } = record;
  const isAbandoned = row.outcome === null && now.getTime() - Date.parse(row.requestedAt) > abandonedMs;
  return { ...row, doorName, siteName, outcome: isAbandoned ? 'NOT_SHOWN' : row.outcome };
}
