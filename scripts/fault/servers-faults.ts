import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Stage } from './servers.ts';

/** What only some faults measure. */
export interface Outcome {
  /** Until every shard had a living owner again. */
  ownedMs?: number;
  /** Until every robot of the server got an acknowledgement again. */
  servedMs?: number;
  /** Writes about robots by the server after it woke up. */
  lateWrites?: number;
  /** Shards that changed their owner, although both servers lived and reached the same. */
  movedShards?: number;
}

export interface Fault {
  name: string;
  /** Events that robots report meanwhile. */
  events: number;
  /** Minutes until the planned starts become due; 0 is at once. */
  planInMinutes?: number;
  /** Breaks something and mends it. */
  run(stage: Stage): Promise<Outcome>;
}

const pollMs = 50;
const patienceMs = 60_000;
const brokerAwayMs = 5_000;
const settleMs = 15_000;
const clockWrongMs = 300_000;
/** Longer than the planned starts are ahead. */
const clockHeldMs = 125_000;
const wrongClock = pathToFileURL(join(import.meta.dirname, 'wrong-clock.ts')).href;

export const faults: readonly Fault[] = [
  { name: 'owner-killed', events: 10_000, run: killOwner },
  { name: 'owner-paused', events: 2_000, run: pauseOwner },
  { name: 'broker-restarted', events: 2_000, run: restartBroker },
  { name: 'database-restarted', events: 2_000, run: restartDatabase },
  { name: 'network-split', events: 2_000, run: splitNetwork },
  { name: 'clock-wrong', events: 2_000, planInMinutes: 2, run: setClockWrong },
];

/** The robots that the server of the fault owns now. */
async function robotsOfVictim({ view, victim, reporters }: Stage) {
  const id = await view.idOf(victim.served.pid());
  const owners = await view.owners();
  const own = (deviceId: string) => owners.get(Number.parseInt(deviceId.slice(-2), 16)) === id;
  return { id, deviceIds: new Set(reporters.deviceIds.filter(own)) };
}

/** Waits until others own the shards of a server and answer its robots. */
async function untilTakenOver(
  stage: Stage,
  { id, deviceIds }: { id: string; deviceIds: Set<string> },
  sinceMs: number,
) {
  const { view, reporters } = stage;
  // There are events to acknowledge until the end of the wait.
  if (reporters.left() < 500) reporters.report(500);
  let ownedMs: number | undefined;
  let servedMs: number | undefined;
  while (ownedMs === undefined || servedMs === undefined) {
    const owners = [...(await view.owners()).values()];
    if (owners.length === 256 && !owners.includes(id)) ownedMs ??= performance.now() - sinceMs;
    if (ownedMs !== undefined) servedMs = reporters.servedMs(sinceMs + ownedMs, deviceIds);
    if (performance.now() - sinceMs > patienceMs)
      return { ownedMs: ownedMs ?? patienceMs, servedMs: patienceMs };
    await pause(pollMs);
  }
  return { ownedMs, servedMs: ownedMs + servedMs };
}

async function killOwner(stage: Stage): Promise<Outcome> {
  const robots = await robotsOfVictim(stage);
  const sinceMs = performance.now();
  await stage.victim.served.stop('SIGKILL');
  const taken = await untilTakenOver(stage, robots, sinceMs);
  await stage.victim.served.start();
  return taken;
}

async function pauseOwner(stage: Stage): Promise<Outcome> {
  const { victim, view, seconds } = stage;
  const robots = await robotsOfVictim(stage);
  // Otherwise no writes after it wakes up would prove nothing.
  if ((await view.writesSince(robots.id, '-infinity')) === 0)
    throw new Error('the writes of the server are not noted');
  const sinceMs = performance.now();
  victim.served.signal('SIGSTOP');
  const taken = await untilTakenOver(stage, robots, sinceMs);
  await pause(Math.max(0, seconds * 1_000 - (performance.now() - sinceMs)));
  const wakes = await view.now();
  victim.served.signal('SIGCONT');
  // It notices that it has ended, and ends its process.
  await victim.served.exited();
  const lateWrites = await view.writesSince(robots.id, wakes);
  await victim.served.start();
  return { ...taken, lateWrites };
}

async function restartBroker(stage: Stage): Promise<Outcome> {
  const { broker, view } = stage;
  const before = await view.ownerChanges();
  await broker.kill();
  await pause(brokerAwayMs);
  await broker.start();
  return { movedShards: await movedSince(stage, before) };
}

/** Also waits until servers have noticed the end of the outage. */
async function movedSince({ view, reporters }: Stage, before: number): Promise<number> {
  await reporters.settled(patienceMs);
  await pause(settleMs);
  return (await view.ownerChanges()) - before;
}

async function restartDatabase(stage: Stage): Promise<Outcome> {
  const { database, view } = stage;
  const before = await view.ownerChanges();
  process.kill(database.pid, 'SIGKILL');
  while (database.ended() === undefined) await pause(pollMs);
  await database.restart();
  return { movedShards: await movedSince(stage, before) };
}

async function splitNetwork(stage: Stage): Promise<Outcome> {
  const { victim, seconds } = stage;
  const robots = await robotsOfVictim(stage);
  const sinceMs = performance.now();
  victim.network.stall();
  const taken = await untilTakenOver(stage, robots, sinceMs);
  await pause(Math.max(0, seconds * 1_000 - (performance.now() - sinceMs)));
  victim.network.mend();
  return taken;
}

/** The server starts with a wrong clock, works with it while starts become due, and is started with the right one again. */
async function setClockWrong({ victim }: Stage): Promise<Outcome> {
  await victim.served.stop();
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --import ${wrongClock}`.trim();
  await victim.served.start({ NODE_OPTIONS: options, CLOCK_WRONG_MS: `${clockWrongMs}` });
  await pause(clockHeldMs);
  await victim.served.stop();
  await victim.served.start();
  return {};
}
