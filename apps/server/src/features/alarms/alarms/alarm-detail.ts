import {
  type AlarmAct,
  type alarmCalls,
  type AlarmPlace,
  type AlarmRun,
  nameOfAccount,
  type Output,
} from '@sweepline/contract';
import { and, asc, desc, eq, lte, lt } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { accountNames } from '../../../entities/people/account-names.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { mapVersions } from '../../../entities/places/map-version-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { alarmActs } from './alarm-act-table.ts';
import { readAlarms } from './alarm-rows.ts';

type AlarmRow = typeof alarms.$inferSelect;

const maxFollowers = 50;
const maxBefore = 10;

/** The run that the alarm stops. What it has not cleaned waits as long as the run is open. */
async function readRun(db: Tx, runId: string | null): Promise<AlarmRun | null> {
  if (runId === null) return null;
  const [run] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.id, runId), visible(db, runs)));
  if (!run) return null;
  const { id, name, state, endedAt, plannedM2, cleanedM2 } = run;
  const waitingM2 =
    endedAt !== null || plannedM2 === null || cleanedM2 === null
      ? null
      : Math.max(0, Math.round((plannedM2 - cleanedM2) * 100) / 100);
  return { id, name, state, endedAt, plannedM2, cleanedM2, waitingM2 };
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The place that the robot named. The drawing is that of the version at the time of the alarm. */
async function readPlace(db: Tx, { refs, raisedAt }: AlarmRow): Promise<AlarmPlace | null> {
  const { mapId, x, y } = refs;
  if (typeof mapId !== 'string' || typeof x !== 'number' || typeof y !== 'number') return null;
  if (!uuidForm.test(mapId)) return null;
  const [map] = await db
    .select()
    .from(maps)
    .where(and(eq(maps.id, mapId), visible(db, maps)));
  if (!map) return null;
  const [version] = await db
    .select()
    .from(mapVersions)
    .where(and(eq(mapVersions.mapId, mapId), lte(mapVersions.createdAt, raisedAt), visible(db, mapVersions)))
    .orderBy(desc(mapVersions.version))
    .limit(1);
  const { gridFileId: file, width, height, resolution, originX, originY, elements } = version ?? map;
  return {
    mapId,
    mapName: map.name,
    version: version?.version ?? null,
    x,
    y,
    ground: { file, width, height, resolution, originX, originY },
    elements,
  };
}

/** What people did to the alarm, newest first. */
async function readActs({ db, account }: Ctx, alarmId: string): Promise<AlarmAct[]> {
  const rows = await db
    .select()
    .from(alarmActs)
    .where(and(eq(alarmActs.alarmId, alarmId), visible(db, alarmActs)))
    .orderBy(desc(alarmActs.at), desc(alarmActs.id));
  const names = await accountNames(
    db,
    rows.flatMap(({ byId, ownerId }) => [byId, ownerId]),
  );
  const person = (id: string) => ({
    name: id === account.id ? nameOfAccount(account) : (names.get(id) ?? null),
    mine: id === account.id,
  });
  return rows.map(({ id, kind, at, byId, text, until, ownerId, minutes }) => ({
    id,
    kind,
    at,
    by: person(byId),
    text,
    until,
    owner: ownerId === null ? null : person(ownerId),
    minutes,
  }));
}

/** Everything about one alarm. */
export async function readAlarm(ctx: Ctx, id: string): Promise<Output<(typeof alarmCalls)['detail']>> {
  const { db } = ctx;
  const [row] = await db
    .select()
    .from(alarms)
    .where(and(eq(alarms.id, id), visible(db, alarms)));
  if (!row) throw new Refusal('notFound');
  const own = visible(db, alarms);
  const earlier = and(
    own,
    eq(alarms.deviceId, row.deviceId),
    eq(alarms.code, row.code),
    lt(alarms.raisedAt, row.raisedAt),
  );
  const read = (where: typeof own, pageSize: number, order?: Parameters<typeof readAlarms>[3]) =>
    readAlarms(ctx, where, { page: 1, pageSize }, order);
  const [alarm, cause, followers, before, run, place, acts] = await Promise.all([
    read(and(own, eq(alarms.id, id)), 1),
    row.causeId === null ? undefined : read(and(own, eq(alarms.id, row.causeId)), 1),
    read(and(own, eq(alarms.causeId, id)), maxFollowers, [asc(alarms.raisedAt), asc(alarms.id)]),
    read(earlier, maxBefore, [desc(alarms.raisedAt), desc(alarms.id)]),
    readRun(db, row.runId),
    readPlace(db, row),
    readActs(ctx, id),
  ]);
  return {
    alarm: alarm.list[0]!,
    run,
    place,
    cause: cause?.list[0] ?? null,
    followers: followers.list,
    acts,
    before: before.list,
    beforeCount: before.total,
  };
}
