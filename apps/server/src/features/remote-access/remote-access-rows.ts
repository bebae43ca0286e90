import type { DriveRight, RemoteAccess, RemoteAccessKind } from '@sweepline/contract';
import type { Camera } from '@sweepline/contract/robot';
import { and, eq, gte, ilike, inArray, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { driveSessions } from '../../entities/devices/control-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { shellSessions } from '../../entities/devices/remote/shell-table.ts';
import { videoViews } from '../../entities/devices/remote/video-table.ts';
import { companies } from '../../entities/people/company-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { contains, counted, visible } from '../../platform/db/page.ts';
import { paginate, type PageInput } from '../../platform/db/paginate.ts';

export interface RemoteAccessFilters {
  keyword?: string | undefined;
  kind?: RemoteAccessKind | undefined;
  deviceId?: string | undefined;
  companyId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
type Source = typeof videoViews | typeof driveSessions | typeof shellSessions;

/** The entries of one source that the caller may see: those about robots of the companies in its scope. */
function filterOf(
  db: Tx,
  table: Source,
  person: typeof videoViews.viewer | typeof driveSessions.accountName | typeof shellSessions.requester,
) {
  return ({ keyword, deviceId, companyId, from, to }: RemoteAccessFilters): SQL | undefined =>
    and(
      visible(db, table),
      // A request that was not opened reached no robot.
      isNotNull(table.openedAt),
      keyword ? ilike(person, contains(keyword)) : undefined,
      deviceId ? eq(table.deviceId, deviceId) : undefined,
      companyId ? eq(table.companyId, companyId) : undefined,
      from ? gte(table.openedAt, from) : undefined,
      to ? lte(table.openedAt, to) : undefined,
    );
}

const viewsOf = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      id: videoViews.id,
      deviceId: videoViews.deviceId,
      companyId: videoViews.companyId,
      openedAt: videoViews.openedAt,
      endedAt: videoViews.endedAt,
      kind: sql<RemoteAccessKind>`'VIEW'`.as('kind'),
      person: sql<string>`${videoViews.viewer}`.as('person'),
      company: sql<string>`${videoViews.company}`.as('company'),
      byRight: sql<DriveRight>`${videoViews.byRight}`.as('right'),
      reason: videoViews.reason,
      camera: sql<Camera | null>`${videoViews.camera}`.as('camera'),
      end: sql<RemoteAccess['end']>`${videoViews.endedAs}`.as('end'),
      shellEnd: sql<RemoteAccess['shellEnd']>`null`.as('shell_end'),
      endedBy: sql<string>`''`.as('by'),
      distanceM: sql<number | null>`null::real`.as('distance'),
    })
    .from(videoViews)
    .where(where);

const drivesOf = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      id: driveSessions.id,
      deviceId: driveSessions.deviceId,
      companyId: driveSessions.companyId,
      openedAt: driveSessions.openedAt,
      endedAt: driveSessions.endedAt,
      kind: sql<RemoteAccessKind>`'DRIVE'`.as('kind'),
      person: sql<string>`${driveSessions.accountName}`.as('person'),
      company: sql<string>`${driveSessions.accountCompany}`.as('company'),
      byRight: sql<DriveRight>`${driveSessions.byRight}`.as('right'),
      reason: driveSessions.reason,
      camera: sql<Camera | null>`null`.as('camera'),
      end: sql<RemoteAccess['end']>`${driveSessions.endedAs}`.as('end'),
      shellEnd: sql<RemoteAccess['shellEnd']>`null`.as('shell_end'),
      endedBy: sql<string>`${driveSessions.endedBy}`.as('by'),
      distanceM: sql<number | null>`${driveSessions.distanceM}`.as('distance'),
    })
    .from(driveSessions)
    .where(where);

const shellsOf = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      id: shellSessions.id,
      deviceId: shellSessions.deviceId,
      companyId: shellSessions.companyId,
      openedAt: sql<string>`${shellSessions.openedAt}`.as('opened_at'),
      endedAt: shellSessions.endedAt,
      kind: sql<RemoteAccessKind>`'SHELL'`.as('kind'),
      person: sql<string>`${shellSessions.requester}`.as('person'),
      company: sql<string>`${shellSessions.requesterCompany}`.as('company'),
      byRight: sql<DriveRight>`'COMPANY'`.as('right'),
      reason: shellSessions.reason,
      camera: sql<Camera | null>`null`.as('camera'),
      end: sql<RemoteAccess['end']>`null`.as('end'),
      shellEnd: sql<RemoteAccess['shellEnd']>`${shellSessions.endReason}`.as('shell_end'),
      endedBy: sql<string>`${shellSessions.endedBy}`.as('by'),
      distanceM: sql<number | null>`null::real`.as('distance'),
    })
    .from(shellSessions)
    .where(where);
type Entry = Awaited<ReturnType<typeof drivesOf>>[number];

/** Newest first, over all kinds. */
export async function readRemoteAccess(
  db: Tx,
  filters: RemoteAccessFilters,
  input: PageInput,
): Promise<{ list: RemoteAccess[]; total: number }> {
  const views = filterOf(db, videoViews, videoViews.viewer)(filters);
  const drives = filterOf(db, driveSessions, driveSessions.accountName)(filters);
  const shells = filterOf(db, shellSessions, shellSessions.requester)(filters);
  const order = sql`"opened_at" desc, "id" desc`;
  const of = {
    VIEW: () => viewsOf(db, views),
    DRIVE: () => drivesOf(db, drives),
    SHELL: () => shellsOf(db, shells),
  };
  const { kind } = filters;
  const rows = (limit: number, offset: number): PromiseLike<Entry[]> =>
    kind
      ? of[kind]().orderBy(order).limit(limit).offset(offset)
      : unionAll(of.VIEW(), of.DRIVE(), of.SHELL()).orderBy(order).limit(limit).offset(offset);
  const total = async () => {
    const counts = await Promise.all([
      kind && kind !== 'VIEW' ? 0 : counted(db, videoViews, views),
      kind && kind !== 'DRIVE' ? 0 : counted(db, driveSessions, drives),
      kind && kind !== 'SHELL' ? 0 : counted(db, shellSessions, shells),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const page = await paginate(input, rows, total());
  return { ...page, list: await named(db, page.list) };
}

/** Adds the names of robots and their companies. */
async function named(db: Tx, entries: readonly Entry[]): Promise<RemoteAccess[]> {
  const ids = (of: (entry: Entry) => string) => [...new Set(entries.map(of))];
  const robots = await db
    .select({ id: devices.id, nickname: devices.nickname, sn: devices.sn })
    .from(devices)
    .where(
      and(
        inArray(
          devices.id,
          ids(({ deviceId }) => deviceId),
        ),
        visible(db, devices),
      ),
    );
  const owners = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(
      inArray(
        companies.id,
        ids(({ companyId }) => companyId),
      ),
    );
  return entries.map(({ deviceId, companyId, ...entry }) => ({
    ...entry,
    device: robots.find(({ id }) => id === deviceId) ?? null,
    deviceCompany: owners.find(({ id }) => id === companyId)?.name ?? '',
  }));
}
