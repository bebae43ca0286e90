import { centroid, coverageShare, inside, type Point } from '@sweepline/map-core';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { between, randomFrom, seedFor, type Random } from '../../apps/robot-sim/src/random.ts';
import type { BuiltTask } from './build-fleet.ts';
import type { MissedStart, PastRun } from './history.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The robots are connected since their activation. */
const yearMs = 340 * dayMs;
/** Days of history before the simulator starts. */
const daysBack = 28;
const workingEveryMs = 2 * minuteMs;
/** The sampling of the server for a robot at rest. */
const idleEveryMs = 10 * minuteMs;
/** Charging rate in percent per hour. */
const chargedPerHour = 50;
const lanes = 12;

interface Moment {
  at: number;
  mode: string;
  soc: number;
  place: Point;
  coverage: number | null;
}

/** A time in which a robot sends no samples. */
interface Absence {
  from: number;
  to: number;
  state: 'OFFLINE' | 'SLEEP';
}

/**
 * Writes four weeks of device history. It agrees with the reports in time, battery and position; between two runs the
 * robot is at its charger, where it sometimes loses its connection, and sleeps on a day without work.
 */
export async function buildHistory(
  db: Tx,
  now: () => Date,
  runs: readonly PastRun[],
  missed: readonly MissedStart[],
): Promise<void> {
  const end = now().getTime();
  const start = end - daysBack * dayMs;
  await db.raw('select keep_device_history($1::date, $2, 90)', [
    new Date(start).toISOString().slice(0, 10),
    daysBack + 7,
  ]);
  const recent = runs.filter(({ startedAt }) => startedAt.getTime() >= start);
  for (const own of Map.groupBy(recent, ({ task }) => task.deviceId).values()) {
    const sorted = own.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    const { deviceId, robot } = sorted[0]!.task;
    const random = randomFrom(seedFor(`${robot.sn} absences`, 1));
    const ownMissed = missed
      .filter(({ task }) => task.deviceId === deviceId)
      .map(({ dueAt }) => dueAt.getTime());
    const absences = sorted
      .flatMap((run, n) =>
        absencesBetween(random, run.endedAt.getTime(), sorted[n + 1]?.startedAt.getTime() ?? end, ownMissed),
      )
      .filter(({ to }) => to < end);
    const moments = sorted.flatMap((run, n) => [
      ...duringRun(run),
      ...atCharger(run, sorted[n + 1], Math.min(end, sorted[n + 1]?.startedAt.getTime() ?? end)),
    ]);
    await write(
      db,
      sorted[0]!.task,
      moments.filter(({ at }) => at < end && !absences.some(({ from, to }) => at >= from && at <= to)),
      absences,
    );
  }
}

/** When a robot is absent between two runs: around a start that it misses, else now and then. */
function absencesBetween(random: Random, from: number, until: number, missed: readonly number[]): Absence[] {
  const drop = random();
  const [begins, minutes] = [between(random, 0.3, 0.7), between(random, 3, 25)];
  const around = missed.filter((at) => at > from && at < until);
  if (around.length > 0)
    return around.map((at) => ({ from: at - 25 * minuteMs, to: at + 80 * minuteMs, state: 'OFFLINE' }));
  if (until - from > 30 * hourMs)
    return [{ from: from + 3 * hourMs, to: from + 11 * hourMs, state: 'SLEEP' }];
  if (drop > 0.3 || until - from < 2 * hourMs) return [];
  const starts = from + begins * (until - from - hourMs);
  return [{ from: starts, to: starts + minutes * minuteMs, state: 'OFFLINE' }];
}

/** Position in the zone after a share of the cleaning, along lanes. */
function placeIn({ points }: BuiltTask['zone'], share: number): Point {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  const along = (share * lanes) % 2;
  const place = {
    x: minX + (along < 1 ? along : 2 - along) * (Math.max(...xs) - minX),
    y: minY + share * (Math.max(...ys) - minY),
  };
  return inside(place, points) ? place : centroid(points);
}

function duringRun(run: PastRun): Moment[] {
  const { task, startedAt, endedAt, socStart, socEnd, cleanedM2, plannedM2, noGoM2 } = run;
  const [from, to] = [startedAt.getTime(), endedAt.getTime()];
  const homeIndex = run.phases.findIndex(({ phase }) => phase === 'HEADING_TO_CHARGE');
  const before = homeIndex < 0 ? run.phases : run.phases.slice(0, homeIndex);
  const returnsAt = from + before.reduce((sum, { seconds }) => sum + seconds, 0) * 1000;
  const moments: Moment[] = [];
  for (let at = from; at < to; at += workingEveryMs) {
    const share = (at - from) / (to - from);
    const cleanedShare = Math.min(1, (at - from) / Math.max(1, returnsAt - from));
    moments.push({
      at,
      mode: at < returnsAt ? 'AUTO_RUN' : 'AUTO_RECHARGE',
      soc: socStart + (socEnd - socStart) * share,
      place: placeIn(task.zone, cleanedShare),
      coverage: (coverageShare(cleanedM2, plannedM2 - noGoM2) ?? 0) * cleanedShare,
    });
  }
  return moments;
}

/** Moments between two runs: charging up to the start level of the next run, then standby. */
function atCharger(run: PastRun, next: PastRun | undefined, until: number): Moment[] {
  const from = run.endedAt.getTime();
  const target = next?.socStart ?? 100;
  const needed = (target - run.socEnd) / Math.max(1 / 60, (until - from) / hourMs);
  const perHour = next ? Math.max(chargedPerHour, needed) : chargedPerHour;
  const { points } = run.task.world.elements;
  const dock = points.find(({ id }) => id === `dock-${run.task.robot.dock}`) ?? points[0]!;
  const moments: Moment[] = [];
  for (let at = from; at < until; at += idleEveryMs) {
    const soc = Math.min(target, run.socEnd + (perHour * (at - from)) / hourMs);
    const mode = soc < target ? 'CHARGING' : 'STANDBY';
    moments.push({ at, mode, soc, place: { x: dock.x, y: dock.y }, coverage: null });
  }
  return moments;
}

const iso = (ms: number) => new Date(ms).toISOString();
const tenth = (value: number) => Math.round(value * 10) / 10;
const hundredth = (value: number) => Math.round(value * 100) / 100;

/** Signal strength in dBm: the access point is above the first dock and the signal decreases with distance. */
const signalAt = (place: Point, source: Point) =>
  Math.round(-44 - 27 * Math.log10(1 + Math.hypot(place.x - source.x, place.y - source.y) / 3));

async function write(
  db: Tx,
  task: BuiltTask,
  moments: readonly Moment[],
  absences: readonly Absence[],
): Promise<void> {
  const owner = { company_id: task.companyId, device_id: task.deviceId };
  const rows = moments.map(({ at, mode, soc, place, coverage }) => ({
    ...owner,
    at: iso(at),
    mode,
    soc: tenth(soc),
    map_id: task.world.mapId,
    x: hundredth(place.x),
    y: hundredth(place.y),
    alarm_level: 0,
    coverage: coverage === null ? null : hundredth(coverage),
    rssi_dbm: signalAt(place, task.world.elements.points[0] ?? place),
  }));
  await db.raw(
    'insert into device_history select * from jsonb_populate_recordset(null::device_history, $1::text::jsonb)',
    [JSON.stringify(rows)],
  );
  const first = moments[0];
  if (!first) return;
  const modes = moments.flatMap(({ at, mode }, n) => {
    const before = moments[n - 1]?.mode ?? 'STANDBY';
    return mode === before ? [] : [{ ...owner, id: newId(), at: iso(at), kind: 'MODE', before, after: mode }];
  });
  const connection = (at: number, before: string, after: string, detail = '') => ({
    ...{ ...owner, id: newId(), at: iso(at), kind: 'CONNECTION' },
    before,
    after,
    detail,
  });
  const connections = [
    connection(first.at - yearMs, 'OFFLINE', 'ONLINE'),
    ...absences.flatMap(({ from, to, state }) => [
      connection(from, 'ONLINE', state, state === 'OFFLINE' ? 'BROKEN' : ''),
      connection(to, state, 'ONLINE'),
    ]),
  ];
  await db.raw(
    `insert into device_events (id, company_id, device_id, at, kind, before, after, detail)
     select id, company_id, device_id, at, kind, before, after, coalesce(detail, '')
     from jsonb_populate_recordset(null::device_events, $1::text::jsonb)`,
    [JSON.stringify([...connections, ...modes])],
  );
}
