import type { DeviceLive, OpenResources, OpenRobotState } from '@sweepline/contract';
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices, isCountedDevice } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { readEvents } from './event-resource.ts';
import type { Narrowing } from './narrow.ts';
import { pageById, pageByTime } from './open-page.ts';

/** What a handler of the open API uses. */
interface OpenCtx {
  /** The transaction of the request, limited to the companies of the API user. */
  db: Tx;
  live: Robots['live'];
  /** What the key of the request sees of it. Each query takes its condition. */
  narrow: Narrowing;
}
type Reading = Pick<OpenCtx, 'db' | 'narrow'>;

export type ResourceHandlers = {
  [K in keyof OpenResources]: (
    ctx: OpenCtx,
    input: z.output<OpenResources[K]['input']>,
  ) => Promise<z.output<OpenResources[K]['output']>>;
};

/** The only row; a record of another company and a missing one are refused alike. */
const only = <Row>([row]: Row[]): Row => {
  if (!row) throw new Refusal('notFound');
  return row;
};

const siteRows = ({ db, narrow }: Reading, where: SQL | undefined) =>
  db
    .select({
      id: sites.id,
      companyId: sites.companyId,
      name: sites.name,
      address: sites.address,
      timeZone: sites.timezone,
      latitude: sites.latitude,
      longitude: sites.longitude,
      createdAt: sites.createdAt,
    })
    .from(sites)
    .where(and(visible(db, sites), narrow.sites(sites.id), where));

const robotRows = ({ db, narrow }: Reading, where: SQL | undefined) =>
  db
    .select({
      id: devices.id,
      companyId: devices.companyId,
      siteId: devices.siteId,
      serialNumber: devices.sn,
      name: devices.nickname,
      manufacturer: devices.manufacturer,
      model: devices.model,
      softwareVersion: devices.softwareVersion,
      createdAt: devices.createdAt,
    })
    .from(devices)
    .where(and(visible(db, devices), narrow.robots(devices.id), isCountedDevice, where));

const runRows = ({ db, narrow }: Reading, where: SQL | undefined) =>
  db
    .select({
      id: runs.id,
      at: runs.createdAt,
      companyId: runs.companyId,
      robotId: runs.deviceId,
      taskId: runs.taskId,
      kind: runs.kind,
      name: runs.name,
      origin: runs.origin,
      state: runs.state,
      code: runs.code,
      plannedArea: runs.plannedM2,
      cleanedArea: runs.cleanedM2,
      coverage: runs.coverage,
      createdAt: runs.createdAt,
      startedAt: runs.startedAt,
      endedAt: runs.endedAt,
    })
    .from(runs)
    .where(and(visible(db, runs), narrow.robots(runs.deviceId), where));
const runOf = <Row extends { code: string; at: string }>({ code, at: _at, ...run }: Row) => ({
  ...run,
  reason: code === '' ? null : code,
});

const alarmRows = ({ db, narrow }: Reading, where: SQL | undefined) =>
  db
    .select({
      id: alarms.id,
      at: alarms.arrivedAt,
      companyId: alarms.companyId,
      robotId: alarms.deviceId,
      siteId: alarms.siteId,
      runId: alarms.runId,
      code: alarms.code,
      level: alarms.effectiveLevel,
      text: alarms.text,
      raisedAt: alarms.raisedAt,
      clearedAt: alarms.clearedAt,
      acknowledgedAt: alarms.acknowledgedAt,
    })
    .from(alarms)
    .where(and(visible(db, alarms), narrow.robots(alarms.deviceId), where));

const shareOf = (percent: number | null) => (percent === null ? null : percent / 100);

/** The live state in SI units. */
function stateOf({ deviceId, connection, mode, battery, position, tanks, run }: DeviceLive): OpenRobotState {
  const { state, since, lastSeenAt } = connection;
  return {
    robotId: deviceId,
    connection: { state, since, lastSeenAt },
    mode: mode && { mode: mode.value.mode, paused: mode.value.paused, reportedAt: mode.at },
    battery: battery && {
      charge: battery.value.soc / 100,
      charging: battery.value.charging,
      voltage: battery.value.voltage,
      reportedAt: battery.at,
    },
    position: position && {
      mapId: position.value.mapId,
      x: position.value.x,
      y: position.value.y,
      theta: position.value.hasHeading === false ? null : position.value.theta,
      localized: position.value.localized,
      reportedAt: position.at,
    },
    tanks: tanks && {
      cleanWater: shareOf(tanks.value.cleanWaterPct),
      dirtyWater: shareOf(tanks.value.dirtyWaterPct),
      dustBag: shareOf(tanks.value.dustBagPct),
      reportedAt: tanks.at,
    },
    run: run && {
      id: run.value.runId,
      state: run.value.state,
      coverage: run.value.coverage,
      reportedAt: run.at,
    },
  };
}

const neverSeen = (robotId: string): OpenRobotState => ({
  robotId,
  connection: { state: 'OFFLINE', since: null, lastSeenAt: null },
  mode: null,
  battery: null,
  position: null,
  tanks: null,
  run: null,
});

/** Handlers of the resources, by the names in the contract. */
export const resourceHandlers: ResourceHandlers = {
  sites: (ctx, input) =>
    pageById(input, sites, (where, order, limit) =>
      siteRows(ctx, where)
        .orderBy(...order)
        .limit(limit),
    ),

  robots: (ctx, { siteId, ...input }) =>
    pageById(input, devices, (where, order, limit) =>
      robotRows(ctx, and(where, siteId ? eq(devices.siteId, siteId) : undefined))
        .orderBy(...order)
        .limit(limit),
    ),

  robot: async (ctx, { id }) => only(await robotRows(ctx, eq(devices.id, id))),

  robotState: async (ctx, { id }) => {
    only(await robotRows(ctx, eq(devices.id, id)));
    const [row] = await ctx.db
      .select({ live: deviceLives.live })
      .from(deviceLives)
      .where(eq(deviceLives.id, id));
    const present = (await ctx.live(id)) ?? row?.live;
    return present ? stateOf(present) : neverSeen(id);
  },

  runs: async (ctx, { robotId, state, ...input }) => {
    const filter = and(
      robotId ? eq(runs.deviceId, robotId) : undefined,
      state ? eq(runs.state, state) : undefined,
    );
    const { data, nextCursor } = await pageByTime(
      input,
      { id: runs.id, at: runs.createdAt },
      (where, order, limit) =>
        runRows(ctx, and(where, filter))
          .orderBy(...order)
          .limit(limit),
    );
    return { data: data.map(runOf), nextCursor };
  },

  run: async (ctx, { id }) => runOf(only(await runRows(ctx, eq(runs.id, id)))),

  alarms: async (ctx, { robotId, open, ...input }) => {
    const filter = and(
      robotId ? eq(alarms.deviceId, robotId) : undefined,
      open === undefined ? undefined : open ? isNull(alarms.clearedAt) : isNotNull(alarms.clearedAt),
    );
    const { data, nextCursor } = await pageByTime(
      input,
      { id: alarms.id, at: alarms.arrivedAt },
      (where, order, limit) =>
        alarmRows(ctx, and(where, filter))
          .orderBy(...order)
          .limit(limit),
    );
    return { data: data.map(({ at: _at, ...alarm }) => alarm), nextCursor };
  },

  alarm: async (ctx, { id }) => {
    const { at: _at, ...alarm } = only(await alarmRows(ctx, eq(alarms.id, id)));
    return alarm;
  },

  events: ({ db, narrow }, input) => readEvents(db, narrow, input),
};
