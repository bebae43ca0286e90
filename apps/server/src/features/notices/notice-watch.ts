import { topics, type Message } from '@sweepline/contract';
import { eq, inArray, isNotNull, and } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { FaultSink } from '../../platform/runtime/fault-log.ts';
import type { Services } from '../../platform/calls/services.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import { deviceLives } from '../devices/device-live-table.ts';
import { devices } from '../devices/device-table.ts';
import type { RunRow } from '../tasks/run-table.ts';
import { notify, runEnded } from './notice-service.ts';
import { notices } from './notice-table.ts';

/** A robot that loses its line for a moment is nobody's business; one that stays away is. */
const awayMs = 600_000;
const tickMs = 30_000;
const minuteMs = 60_000;
/** Twice ten thousand robots that come back at once. */
const maxQueued = 20_000;

const leaving = (deviceId: string, since: string) => `offline/${deviceId}/${since}`;
const returning = (deviceId: string, since: string) => `back/${deviceId}/${since}`;

/** The robots that are away, since when, whether they were looked at when it was time, and whether people were told. */
type Away = Map<string, { since: string; due: boolean; told: boolean }>;

/** Who was away when this process started, and of whom people know. */
async function readAway(tx: Tx): Promise<Away> {
  const rows = await tx
    .select({ id: deviceLives.id, since: deviceLives.since })
    .from(deviceLives)
    .where(and(eq(deviceLives.state, 'OFFLINE'), isNotNull(deviceLives.since)));
  const since = new Map(rows.map((row) => [row.id, row.since ?? '']));
  const told = await tx
    .select({ occasion: notices.occasion })
    .from(notices)
    .where(inArray(notices.occasion, ['', ...rows.map(({ id }) => leaving(id, since.get(id) ?? ''))]));
  const known = new Set(told.map(({ occasion }) => occasion));
  return new Map(
    [...since].map(([id, at]) => [
      id,
      { since: at, due: known.has(leaving(id, at)), told: known.has(leaving(id, at)) },
    ]),
  );
}

const isMissed = async (tx: Tx, deviceId: string) => {
  const [found] = await tx
    .select({ live: deviceLives.live })
    .from(deviceLives)
    .where(eq(deviceLives.id, deviceId));
  const { state, reason } = found?.live.connection ?? {};
  return state === 'OFFLINE' && reason === 'BROKEN';
};

/** Writes notices of what the gateway says: robots that stay away and come back, and runs that failed. */
export function watchForNotices({ bus, db }: Services, now: Clock, log: FaultSink) {
  let away: Away = new Map();

  /** In order and away from what happened; a failure costs only its own notice. */
  const queue = createWriteBehind<(tx: Tx) => Promise<unknown>>({
    ...{ name: 'notices', db, log, maxQueued, maxBatch: 1, flushMs: 0 },
    write: async (tx, works) => {
      for (const work of works) await work(tx);
    },
  });
  const later = (work: (tx: Tx) => Promise<unknown>) => queue.add(work);

  const tell = async (
    tx: Tx,
    deviceId: string,
    how: 'deviceOffline' | 'deviceBack',
    { since, until }: { since: string; until: Date },
  ) => {
    const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
    if (!device) return;
    const minutes = Math.floor((until.getTime() - Date.parse(since)) / minuteMs);
    await notify(tx, bus, now, {
      ...{ kind: 'device', companyId: device.companyId, deviceId, about: { kind: 'device', id: deviceId } },
      ...{ template: how, params: { name: device.nickname || device.sn, span: minutes } },
      occasion: (how === 'deviceBack' ? returning : leaving)(deviceId, since),
    });
  };

  const onLine = ({ deviceId, online, at }: Message<typeof topics.online>) => {
    const before = away.get(deviceId);
    if (!online) return void away.set(deviceId, { since: at, due: false, told: false });
    away.delete(deviceId);
    const until = now();
    if (before?.due)
      later(async (tx) => before.told && (await tell(tx, deviceId, 'deviceBack', { ...before, until })));
  };

  const onRun = ({ id, companyId, deviceId, name: run, state }: RunRow) => {
    if (state !== 'FAILED') return;
    later(async (tx) => {
      const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
      if (!device) return;
      await notify(tx, bus, now, {
        ...{ kind: 'device', companyId, deviceId, about: { kind: 'run', id }, occasion: `run/${id}` },
        ...{ template: 'runFailed', params: { name: device.nickname || device.sn, run } },
      });
    });
  };

  /** Those who have been away long enough are told of, once. */
  const tick = () => {
    const until = now();
    for (const [deviceId, one] of away) {
      if (one.due || until.getTime() - Date.parse(one.since) < awayMs) continue;
      one.due = true;
      later(async (tx) => {
        // Whoever said goodbye, or was shut out, is not missed, and coming back is no news then either.
        one.told = await isMissed(tx, deviceId);
        if (one.told) await tell(tx, deviceId, 'deviceOffline', { ...one, until });
      });
    }
  };

  // What is pushed is typed where it is published.
  const stops = [
    bus.subscribe(topics.online.name, ({ content }) => onLine(content as Message<typeof topics.online>)),
    bus.subscribe(runEnded, ({ content }) => onRun(content as RunRow)),
  ];
  const timer = setInterval(tick, tickMs);
  later(async (tx) => {
    const before = await readAway(tx);
    // What was said meanwhile is newer than what was read.
    away = new Map([...before, ...away]);
  });

  return {
    tick,
    /** When everything noticed so far is written. */
    flush: queue.flush,
    stop: () => {
      clearInterval(timer);
      for (const stop of stops) stop();
      return queue.flush();
    },
  };
}
