import {
  recordingKeptUntil,
  remoteAccessKinds,
  type RemoteAccess,
  type RemoteAccessKind,
} from '@sweepline/contract';
import { and, eq, gte, ilike, inArray, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { driveSessions } from '../../../entities/devices/control-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { shellSessions } from '../../../entities/remote/shell-table.ts';
import { videoRecordings, videoViews } from '../../../entities/remote/video-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate, type PageInput } from '../../../platform/db/paginate.ts';
import { drivesOf, recordingsOf, shellsOf, viewsOf, type Entry } from './remote-access-sources.ts';

export interface RemoteAccessFilters {
  keyword?: string | undefined;
  kind?: RemoteAccessKind | undefined;
  deviceId?: string | undefined;
  companyId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
const tables = {
  VIEW: videoViews,
  RECORDING: videoRecordings,
  DRIVE: driveSessions,
  SHELL: shellSessions,
} as const;
type Source = typeof videoViews | typeof videoRecordings | typeof driveSessions | typeof shellSessions;

type Moment =
  | typeof videoViews.openedAt
  | typeof videoRecordings.startedAt
  | typeof driveSessions.openedAt
  | typeof shellSessions.openedAt;
type Name =
  | typeof videoViews.viewer
  | typeof videoRecordings.person
  | typeof driveSessions.accountName
  | typeof shellSessions.requester;

/** The entries of one source that the caller may see: those about robots of the companies in its scope. */
function filterOf(db: Tx, table: Source, openedAt: Moment, person: Name) {
  return ({ keyword, deviceId, companyId, from, to }: RemoteAccessFilters): SQL | undefined =>
    and(
      visible(db, table),
      // A request that was not opened reached no robot.
      isNotNull(openedAt),
      keyword ? ilike(person, contains(keyword)) : undefined,
      deviceId ? eq(table.deviceId, deviceId) : undefined,
      companyId ? eq(table.companyId, companyId) : undefined,
      from ? gte(openedAt, from) : undefined,
      to ? lte(openedAt, to) : undefined,
    );
}

const conditionsOf = (db: Tx, filters: RemoteAccessFilters) => ({
  VIEW: filterOf(db, videoViews, videoViews.openedAt, videoViews.viewer)(filters),
  RECORDING: filterOf(db, videoRecordings, videoRecordings.startedAt, videoRecordings.person)(filters),
  DRIVE: filterOf(db, driveSessions, driveSessions.openedAt, driveSessions.accountName)(filters),
  SHELL: filterOf(db, shellSessions, shellSessions.openedAt, shellSessions.requester)(filters),
});

/** Newest first, over all kinds. */
export async function readRemoteAccess(
  db: Tx,
  filters: RemoteAccessFilters,
  input: PageInput,
): Promise<{ list: RemoteAccess[]; total: number }> {
  const conditions = conditionsOf(db, filters);
  const order = sql`"opened_at" desc, "id" desc`;
  const of = {
    VIEW: () => viewsOf(db, conditions.VIEW),
    RECORDING: () => recordingsOf(db, conditions.RECORDING),
    DRIVE: () => drivesOf(db, conditions.DRIVE),
    SHELL: () => shellsOf(db, conditions.SHELL),
  };
  const { kind } = filters;
  const rows = (limit: number, offset: number): PromiseLike<Entry[]> =>
    (kind ? of[kind]() : unionAll(of.VIEW(), of.RECORDING(), of.DRIVE(), of.SHELL()))
      .orderBy(order)
      .limit(limit)
      .offset(offset);
  const total = async () => {
    const counts = await Promise.all(
      remoteAccessKinds
        .filter((it) => !kind || it === kind)
        .map((it) => counted(db, tables[it], conditions[it])),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const page = await paginate(input, rows, total());
  return { ...page, list: await named(db, page.list) };
}

const keptOf = (
  openedAt: string,
  { keptState, keptMs, keptBytes }: Pick<Entry, 'keptState' | 'keptMs' | 'keptBytes'>,
): RemoteAccess['kept'] =>
  keptState && {
    state: keptState,
    durationMs: keptMs ?? 0,
    bytes: keptBytes ?? 0,
    until: recordingKeptUntil(openedAt),
  };

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
  const nameOf = (rows: readonly { id: string; name: string }[], id: string) =>
    rows.find((row) => row.id === id)?.name ?? '';
  return entries.map(({ deviceId, companyId, keptState, keptMs, keptBytes, ...entry }) => ({
    ...entry,
    kept: keptOf(entry.openedAt, { keptState, keptMs, keptBytes }),
    device: robots.find(({ id }) => id === deviceId) ?? null,
    deviceCompany: nameOf(owners, companyId),
  }));
}
