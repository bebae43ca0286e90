import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { noElements } from '@sweepline/contract';
import { inScope, type Db } from '../../platform/db/db.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { aCompany, aDevice, type Registered } from '../../robots/test-kit/test-gateway.ts';
import { builders, square } from '../builders/builders.ts';
import { aMortalServer, someRobots } from './dispatch-programs.ts';
import { watchDispatches } from './dispatch-watch.ts';

/** A bay of the simulator's office in front of the docks. */
const bay = square(18, 10, 'bay');
const maxKillMs = 1200;
const calendarMs = 1000;
/** Without an outcome for longer, a dispatch hangs. */
const hangsMs = 60_000;
const minuteMs = 60_000;
/** A plan may begin within its minute; what is left of it must be enough for a robot that has to come back first. */
const plansUntilMs = 40_000;

export interface FaultOptions {
  db: Db;
  databaseUrl: string;
  kills: number;
  robots: number;
  say: (line: string) => void;
}
export interface FaultResult {
  answered: number;
  planned: number;
  /** Of the plans, how many became a run. */
  begun: number;
  /** Due starts by what became of them, with the reason. */
  starts: Record<string, number>;
  /** Runs by how they ended. */
  runs: Record<string, number>;
  /** Answered, or noted, as started and not there. */
  missing: string[];
  /** Runs a robot ended beyond those it was given, plans with more than one run, and runs nobody asked for. */
  doubled: number;
  /** What was without an outcome for a minute in which server and robot were there, and runs that never ended. */
  hanging: string[];
  longestMs: number;
  /** As long as any dispatch waited for its robot to come back and for the server together. */
  longestWithRobotMs: number;
  /** Why it waited for its robot: how long the server was ever away, and how often a robot came in vain before it was let in. */
  longestAwayMs: number;
  mostKnocks: number;
}

type Row = Record<'key' | 'code', string> & { count: number };
const openStates = `('WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE')`;
const busyDevices = `select device_id::text as key from runs where state in ${openStates}
  union select device_id::text from schedules s
    where not exists (select 1 from schedule_starts t where t.schedule_id = s.id and t.state <> 'DUE')`;
const openRuns = `select id::text as key from runs where state in ${openStates}`;

/**
 * Kills the server again and again while runs are being started, by presses and by plans, and looks what became of them: nothing
 * that was answered as started may be missing, nothing may run twice, nothing may hang.
 */
export async function dispatchUnderKills(options: FaultOptions): Promise<FaultResult> {
  const { db, databaseUrl, kills, say } = options;
  const folder = mkdtempSync(join(tmpdir(), 'dispatch-fault-'));
  const made = await aFleet(db, folder, options.robots);
  const server = await aMortalServer(databaseUrl);
  const robots = someRobots(made.devices, made.mapId, server.mqttUrl, folder);
  const watch = watchDispatches(db, server);
  const keys = (statement: string) => keysOf(db, statement);
  const answered: string[] = [];
  const pressed = { count: 0 };
  const planned = { count: 0 };

  /** Two robots that are there and have nothing to do, waited for. */
  const idle = async () => {
    for (const from = Date.now(); Date.now() - from < 2 * hangsMs; await pause(100)) {
      const busy = new Set(await keys(busyDevices));
      const found = (await server.presence()).idle.filter((id) => !busy.has(id));
      if (found.length > 1) return found.slice(0, 4);
    }
    throw new Error('no robot comes back');
  };
  const press = async (deviceId: string) => {
    pressed.count += 1;
    const run = await server.press(made.taskOf(deviceId));
    if (run) answered.push(run);
  };
  const plan = async (deviceId: string) => {
    planned.count += 1;
    await made.plan(deviceId);
  };
  const round = async () => {
    const chosen = await idle();
    const plans = Date.now() % minuteMs < plansUntilMs ? chosen.splice(0, chosen.length / 2) : [];
    for (const id of plans) await plan(id);
    // The calendar looks once a second, a press is over within hundredths: the kill falls among them.
    const presses = pause(plans.length > 0 ? Math.random() * calendarMs : 0).then(() =>
      Promise.all(chosen.map(press)),
    );
    await pause(Math.random() * maxKillMs);
    await server.kill();
    await presses;
    await server.start();
  };

  try {
    for (let kill = 1; kill <= kills; kill++) {
      await round();
      if (kill % 10 === 0 || kill === kills)
        say(
          `${kill} kills, ${answered.length} answered, ${planned.count} planned, longest wait ${watch.longestForUsMs()} ms (${watch.longestMs()} with its robot’s return)`,
        );
    }
    for (const from = Date.now(); Date.now() - from < 2 * hangsMs; await pause(200))
      if (watch.open() === 0 && (await keys(openRuns)).length === 0) break;
    await pause(1000);
    await watch.stop();
    const counted = { answered, pressed: pressed.count, planned: planned.count };
    const ended = (device: Registered) => robots.ended(device.sn);
    return {
      ...(await judged(db, made.devices, counted, ended)),
      hanging: [...watch.hanging(hangsMs), ...(await keys(openRuns))],
      longestMs: watch.longestForUsMs(),
      longestWithRobotMs: watch.longestMs(),
      longestAwayMs: server.longestAwayMs(),
      mostKnocks: robots.mostKnocks(),
    };
  } finally {
    await watch.stop();
    await robots.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const rowsOf = (db: Db, statement: string) => inScope(db, '*', (tx) => tx.raw<Row>(statement, []));
const keysOf = async (db: Db, statement: string) => (await rowsOf(db, statement)).map(({ key }) => key);

/** Robots, each with a task of the same bay. */
async function aFleet(db: Db, folder: string, robots: number) {
  const make = builders(db, createFileStore(pathToFileURL(folder).href), () => new Date());
  const companyId = await aCompany(db);
  const map = await make.aMap({ companyId, elements: { ...noElements, zones: [bay] } });
  const devices = await Promise.all(Array.from({ length: robots }, () => aDevice(db, companyId)));
  const work = { companyId, mapId: map.id, zoneIds: ['bay'], cleaningMode: 'SWEEP', finish: 'STAY' as const };
  const tasks = await Promise.all(devices.map(({ deviceId }) => make.aTask({ ...work, deviceId })));
  const taskOf = (deviceId: string) => tasks.find((task) => task.deviceId === deviceId)!.id;
  const plan = (deviceId: string) => {
    const dueMs = Math.floor(Date.now() / minuteMs) * minuteMs;
    const [startDate = '', time = ''] = new Date(dueMs).toISOString().slice(0, 16).split('T');
    return make.aSchedule({
      ...{ companyId, taskId: taskOf(deviceId), deviceId, kind: 'ONCE', startDate, time, timezone: 'UTC' },
      ...{ startLatestMin: 1, lookedUntil: new Date(dueMs - minuteMs).toISOString() },
    });
  };
  return { mapId: map.id, devices, ids: devices.map(({ deviceId }) => deviceId), taskOf, plan };
}

const byOutcome = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ key, code, count }) => [`${key} ${code}`.trim(), count]));

async function judged(
  db: Db,
  devices: readonly Registered[],
  { answered, pressed, planned }: { answered: readonly string[]; pressed: number; planned: number },
  endedBy: (device: Registered) => number,
): Promise<Pick<FaultResult, 'answered' | 'planned' | 'begun' | 'starts' | 'runs' | 'missing' | 'doubled'>> {
  const known = new Set(await keysOf(db, `select id::text as key from runs`));
  const noted = await keysOf(db, `select run_id::text as key from schedule_starts where state = 'STARTED'`);
  const starts = await keysOf(db, `select run_id::text as key from schedule_starts`);
  const outcomes = await rowsOf(
    db,
    `select state as key, reason as code, count(*)::int as count from schedule_starts group by state, reason`,
  );
  const ends = await rowsOf(
    db,
    `select state as key, code, count(*)::int as count from runs group by state, code`,
  );
  const origins = await rowsOf(
    db,
    `select origin as key, '' as code, count(*)::int as count from runs group by origin`,
  );
  const given = await rowsOf(
    db,
    `select device_id::text as key, '' as code, count(*)::int as count from runs
      where started_at is not null group by device_id`,
  );
  const countOf = (rows: readonly Row[], key: string) => rows.find((it) => it.key === key)?.count ?? 0;
  const beyond = (count: number, most: number) => Math.max(0, count - most);
  const twice = devices.map((it) => beyond(endedBy(it), countOf(given, it.deviceId)));
  const plans = beyond(starts.length, planned) + starts.length - new Set(starts).size;
  const unasked = beyond(countOf(origins, 'CLOUD'), pressed) + countOf(origins, 'HMI');
  return {
    ...{ answered: answered.length, planned, begun: noted.length },
    ...{ starts: byOutcome(outcomes), runs: byOutcome(ends) },
    missing: [...answered, ...noted].filter((id) => !known.has(id)),
    doubled: twice.reduce((sum, it) => sum + it, plans + unasked),
  };
}
