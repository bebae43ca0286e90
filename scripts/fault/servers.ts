import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { populate } from '../../apps/server/src/test-kit/people.ts';
import { startProxy, type Proxy } from '../../apps/server/src/test-kit/servers/tcp-proxy.ts';
import { createBroker, type Broker } from './broker.ts';
import { valuesOf } from './rolling.ts';
import { createServed, type Served } from './served.ts';
import { startReporters, type Reporters } from './servers-events.ts';
import { faults, type Fault, type Outcome } from './servers-faults.ts';
import { createServerView, noteWrites, type ServerView } from './servers-rows.ts';
import { observeTraffic, type Traffic } from './servers-traffic.ts';
import { startWork, type Work } from './servers-work.ts';

export interface ServersOptions {
  db: Db;
  database: EmbeddedPostgres;
  /** An empty folder. */
  folder: string;
  /** Seconds of a pause and of a broken network. */
  seconds: number;
  /** The names of the faults; all without one. */
  only: readonly string[];
  say: (line: string) => void;
}

/** One of the servers, and its network to the broker. */
interface Member {
  served: Served;
  network: Proxy;
}

export interface Stage {
  db: Db;
  database: EmbeddedPostgres;
  broker: Broker;
  /** The server that a fault hits, and the other one. */
  victim: Member;
  survivor: Member;
  reporters: Reporters;
  work: Work;
  view: ServerView;
  seconds: number;
}

/** The result of one fault. */
export interface Figures extends Outcome {
  name: string;
  events: number;
  lostEvents: number;
  doubledEvents: number;
  /** Orders and commands that robots got, and those beyond what was asked for. */
  orders: number;
  commands: number;
  doubledOrders: number;
  expired: number;
  plans: number;
  notOnce: number;
  early: number;
}

const settleMs = 180_000;
/** Owners that stay the same for so many looks do not change any more. */
const [calmLooks, lookMs] = [12, 500];

/** Two servers of one installation, robots that work and report, and one fault after the other. Returns what each did. */
export async function breakServers(options: ServersOptions): Promise<Figures[]> {
  const { db, database, folder, seconds, only, say } = options;
  await populate(db, () => new Date());
  await noteWrites(database.url);
  const broker = await createBroker(folder);
  await broker.start();
  const stops: (() => unknown)[] = [broker.kill];
  try {
    const view = createServerView(db);
    const members: Member[] = [];
    for (const name of ['first', 'second']) {
      const network = await startProxy(broker.url);
      const served = await createServed(await valuesOf(folder, name, database.url, network.url));
      stops.push(network.stop);
      await served.start();
      stops.push(() => served.stop('SIGKILL'));
      members.push({ served, network });
    }
    const [victim, survivor] = members as [Member, Member];
    const traffic = await observeTraffic(db, broker.url);
    stops.push(traffic.stop);
    const reporters = await startReporters(db, broker.url);
    stops.push(reporters.stop);
    const work = await startWork(db, folder, broker.url, view);
    stops.push(work.stop);
    const stage = { db, database, broker, victim, survivor, reporters, work, view, seconds };
    const results: Figures[] = [];
    for (const fault of faults) {
      if (only.length > 0 && !only.includes(fault.name)) continue;
      const figures = await measure(stage, fault, traffic);
      say(JSON.stringify(figures));
      results.push(figures);
    }
    return results;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Waits until both servers own their shares, and have for a while. */
async function untilShared({ view, victim, survivor }: Pick<Stage, 'view' | 'victim' | 'survivor'>) {
  const fromMs = performance.now();
  for (let calm = 0; calm < calmLooks; await pause(lookMs)) {
    if (performance.now() - fromMs > settleMs) throw new Error('the servers do not share the robots');
    const ids = [await view.idOf(victim.served.pid()), await view.idOf(survivor.served.pid())];
    const owners = [...(await view.owners().catch(() => new Map<number, string>())).values()];
    const isShared = owners.length === 256 && ids.every((id) => owners.includes(id));
    calm = isShared ? calm + 1 : 0;
  }
}

async function measure(stage: Stage, fault: Fault, traffic: Traffic): Promise<Figures> {
  const { reporters, work, view, victim, survivor } = stage;
  await untilShared(stage);
  const before = { events: await reporters.result(), seen: await traffic.result(work.requested) };
  const repeatedBefore = await work.repeated();
  const ids = [await view.idOf(victim.served.pid()), await view.idOf(survivor.served.pid())];
  work.commandAt(survivor.served.url);
  reporters.report(fault.events);
  while (reporters.left() > fault.events * 0.7) await pause(20);
  // The fault falls into the work: events are under way, commands are sent, and two starts become due.
  await work.plan(ids, fault.planInMinutes);
  const outcome = await fault.run(stage);
  const isSettled = await reporters.settled(settleMs);
  const { plans, notOnce, runs } = await work.begun();
  await untilShared(stage);
  work.commandAt(undefined);
  await pause(3_000);
  const events = await reporters.result();
  const seen = await traffic.result(work.requested);
  const repeated = (await work.repeated()) - repeatedBefore;
  return {
    name: fault.name,
    ...outcome,
    events: events.sent - before.events.sent,
    lostEvents: events.lost - before.events.lost + (isSettled ? 0 : 1),
    doubledEvents: events.doubled - before.events.doubled,
    orders: seen.orders - before.seen.orders,
    commands: seen.commands - before.seen.commands,
    doubledOrders: Math.max(0, seen.doubled - before.seen.doubled) + Math.max(0, repeated),
    expired: seen.expired - before.seen.expired,
    plans,
    notOnce,
    early: runs.filter(({ id, dueMs }) => traffic.orderedMs(id) < dueMs - 1_000).length,
  };
}
