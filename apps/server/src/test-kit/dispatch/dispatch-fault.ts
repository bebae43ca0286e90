import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inScope, type Db } from '../../platform/db/db.ts';
import { aCompany, type Registered } from '../../robots/test-kit/test-gateway.ts';
import { aFleet } from './dispatch-fleet.ts';
import { createKillableServer, startRobots } from './dispatch-programs.ts';
import { watchDispatches } from './dispatch-watch.ts';

const maxKillMs = 1200;
const calendarMs = 1000;
/** A dispatch without an outcome for longer counts as hanging. */
const hangsMs = 60_000;
const minuteMs = 60_000;
/** A plan may start within its minute; the rest of that minute must be enough for a robot that reconnects first. */
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
  /** The number of plans that became a run. */
  begun: number;
  /** Due starts by outcome and reason. */
  starts: Record<string, number>;
  /** Runs by their final state. */
  runs: Record<string, number>;
  /** Runs that were answered or recorded as started but do not exist. */
  missing: string[];
  /** Runs that a robot ended beyond those it was sent, plans with more than one run, and runs without a request. */
  doubled: number;
  /** Dispatches without an outcome for a minute with server and robot online, and runs that never ended. */
  hanging: string[];
  maxMs: number;
  /** The longest wait of a dispatch for its robot and the server together. */
  longestWithRobotMs: number;
  /** Reasons for waiting: the longest absence of the server, and the most refused connections of a robot in a row. */
  longestAwayMs: number;
  maxRefusedConnections: number;
}

type Row = Record<'key' | 'code', string> & { count: number };
const openStates = `('WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE')`;
const busyDevices = `select device_id::text as key from runs where state in ${openStates}
  union select device_id::text from schedules s
    where not exists (select 1 from schedule_starts t where t.schedule_id = s.id and t.state <> 'DUE')`;
const openRuns = `select id::text as key from runs where state in ${openStates}`;

/**
 * Kills the server repeatedly while runs are being started, by calls and by plans, and checks the outcomes: no start that was
 * answered may be missing, no run may happen twice, and none may hang.
 */
export async function dispatchUnderKills(options: FaultOptions): Promise<FaultResult> {
  const { db, databaseUrl, kills, say } = options;
  const folder = mkdtempSync(join(tmpdir(), 'dispatch-fault-'));
  const fleet = await aFleet(db, folder, options.robots, await aCompany(db));
  const server = await createKillableServer(databaseUrl);
  const robots = startRobots(fleet.devices, fleet.mapId, server.mqttUrl, folder);
  const watch = watchDispatches(db, server);
  const keys = (statement: string) => keysOf(db, statement);
  const answered: string[] = [];
  const requested = { count: 0 };
  const planned = { count: 0 };

  /** Waits for at least two robots that are online and idle. */
  const idle = async () => {
    for (const from = Date.now(); Date.now() - from < 2 * hangsMs; await pause(100)) {
      const busy = new Set(await keys(busyDevices));
      const idleIds = (await server.presence()).idle.filter((id) => !busy.has(id));
      if (idleIds.length > 1) return idleIds.slice(0, 4);
    }
    throw new Error('no robot comes back');
  };
  const callStart = async (deviceId: string) => {
    requested.count += 1;
    const run = await server.press(fleet.taskOf(deviceId));
    if (run) answered.push(run);
  };
  const plan = async (deviceId: string) => {
    planned.count += 1;
    await fleet.plan(deviceId);
  };
  const round = async () => {
    const chosen = await idle();
    const plans = Date.now() % minuteMs < plansUntilMs ? chosen.splice(0, chosen.length / 2) : [];
    for (const id of plans) await plan(id);
    // The calendar checks once a second and a call takes hundredths of a second: the kill falls between them.
    const calls = pause(plans.length > 0 ? Math.random() * calendarMs : 0).then(() =>
      Promise.all(chosen.map(callStart)),
    );
    await pause(Math.random() * maxKillMs);
    await server.kill();
    await calls;
    await server.start();
  };

  try {
    for (let kill = 1; kill <= kills; kill++) {
      await round();
      if (kill % 10 === 0 || kill === kills)
        say(
          `${kill} kills, ${answered.length} answered, ${planned.count} planned, longest wait ${watch.longestForServerMs()} ms (${watch.maxMs()} with its robot’s return)`,
        );
    }
    for (const from = Date.now(); Date.now() - from < 2 * hangsMs; await pause(200))
      if (watch.open() === 0 && (await keys(openRuns)).length === 0) break;
    await pause(1000);
    await watch.stop();
    const counts = { answered, requested: requested.count, planned: planned.count };
    const ended = (device: Registered) => robots.ended(device.sn);
    return {
      ...(await evaluate(db, fleet.devices, counts, ended)),
      hanging: [...watch.hanging(hangsMs), ...(await keys(openRuns))],
      maxMs: watch.longestForServerMs(),
      longestWithRobotMs: watch.maxMs(),
      longestAwayMs: server.longestAwayMs(),
      maxRefusedConnections: robots.maxRefusedConnections(),
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

const byOutcome = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ key, code, count }) => [`${key} ${code}`.trim(), count]));

async function evaluate(
  db: Db,
  devices: readonly Registered[],
  { answered, requested, planned }: { answered: readonly string[]; requested: number; planned: number },
  endedBy: (device: Registered) => number,
): Promise<Pick<FaultResult, 'answered' | 'planned' | 'begun' | 'starts' | 'runs' | 'missing' | 'doubled'>> {
  const runIds = new Set(await keysOf(db, `select id::text as key from runs`));
  const recorded = await keysOf(
    db,
    `select run_id::text as key from schedule_starts where state = 'STARTED'`,
  );
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
  const begun = await rowsOf(
    db,
    `select device_id::text as key, '' as code, count(*)::int as count from runs
      where started_at is not null group by device_id`,
  );
  const countOf = (rows: readonly Row[], key: string) => rows.find((row) => row.key === key)?.count ?? 0;
  const excess = (count: number, max: number) => Math.max(0, count - max);
  const repeated = devices.map((device) => excess(endedBy(device), countOf(begun, device.deviceId)));
  const plans = excess(starts.length, planned) + starts.length - new Set(starts).size;
  const unrequested = excess(countOf(origins, 'CLOUD'), requested) + countOf(origins, 'HMI');
  return {
    answered: answered.length,
    planned,
    begun: recorded.length,
    starts: byOutcome(outcomes),
    runs: byOutcome(ends),
    missing: [...answered, ...recorded].filter((id) => !runIds.has(id)),
    doubled: repeated.reduce((sum, count) => sum + count, plans + unrequested),
  };
}
