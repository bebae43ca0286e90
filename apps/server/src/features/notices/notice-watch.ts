import { topics, type Message } from '@sweepline/contract';
import { eq, inArray, isNotNull, and } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { FaultSink } from '../../platform/runtime/fault-log.ts';
import type { Services } from '../../platform/calls/services.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { RunRow } from '../../entities/work/run-table.ts';
import { notify, runEnded } from './notice-service.ts';
import { notices } from '../../entities/people/notice-table.ts';

/** A short loss of the connection is normal. A notice follows when the robot stays offline this long. */
const awayMs = 600_000;
const tickMs = 30_000;
const minuteMs = 60_000;
/** Room for two notices each of ten thousand robots that reconnect at once. */
const maxQueued = 20_000;

const offlineOccasion = (deviceId: string, since: string) => `offline/${deviceId}/${since}`;
const backOccasion = (deviceId: string, since: string) => `back/${deviceId}/${since}`;

/** Offline robots with the start of the outage. `due` is set after `awayMs`, `notified` when the notice was sent. */
type Away = Map<string, { since: string; due: boolean; notified: boolean }>;

/** The robots that were offline when this process started, with the notices sent before. */
async function readAway(tx: Tx): Promise<Away> {
  const rows = await tx
    .select({ id: deviceLives.id, since: deviceLives.since })
    .from(deviceLives)
    .where(and(eq(deviceLives.state, 'OFFLINE'), isNotNull(deviceLives.since)));
  const since = new Map(rows.map((row) => [row.id, row.since ?? '']));
  const sent = await tx
    .select({ occasion: notices.occasion })
    .from(notices)
    .where(
      inArray(notices.occasion, ['', ...rows.map(({ id }) => offlineOccasion(id, since.get(id) ?? ''))]),
    );
  const occasions = new Set(sent.map(({ occasion }) => occasion));
  return new Map(
    [...since].map(([id, at]) => {
      const notified = occasions.has(offlineOccasion(id, at));
      return [id, { since: at, due: notified, notified }];
    }),
  );
}

const isDisconnected = async (tx: Tx, deviceId: string) => {
  const [row] = await tx
    .select({ live: deviceLives.live })
    .from(deviceLives)
    .where(eq(deviceLives.id, deviceId));
  const { state, reason } = row?.live.connection ?? {};
  return state === 'OFFLINE' && reason === 'BROKEN';
};

/** Writes notices of robots that stay offline or come back, and of failed runs. */
export function watchForNotices({ bus, db }: Services, now: Clock, log: FaultSink) {
  let away: Away = new Map();

  /** Notices are written in order and outside the event. A failure loses only its own notice. */
  const queue = createWriteBehind<(tx: Tx) => Promise<unknown>>({
    name: 'notices',
    db,
    log,
    maxQueued,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, works) => {
      for (const work of works) await work(tx);
    },
  });
  const enqueue = (work: (tx: Tx) => Promise<unknown>) => queue.add(work);

  const notifyConnection = async (
    tx: Tx,
    deviceId: string,
    how: 'deviceOffline' | 'deviceBack',
    { since, until }: { since: string; until: Date },
  ) => {
    const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
    if (!device) return;
    const minutes = Math.floor((until.getTime() - Date.parse(since)) / minuteMs);
    await notify(tx, bus, now, {
      kind: 'device',
      companyId: device.companyId,
      deviceId,
      about: { kind: 'device', id: deviceId },
      template: how,
      params: { name: device.nickname || device.sn, span: minutes },
      occasion: (how === 'deviceBack' ? backOccasion : offlineOccasion)(deviceId, since),
    });
  };

  const onOnline = ({ deviceId, online, at }: Message<typeof topics.online>) => {
    const before = away.get(deviceId);
    if (!online) return void away.set(deviceId, { since: at, due: false, notified: false });
    away.delete(deviceId);
    const until = now();
    if (before?.due)
      enqueue(
        async (tx) =>
          before.notified && (await notifyConnection(tx, deviceId, 'deviceBack', { ...before, until })),
      );
  };

  const onRun = ({ id, companyId, deviceId, name: run, state }: RunRow) => {
    if (state !== 'FAILED') return;
    enqueue(async (tx) => {
      const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
      if (!device) return;
      await notify(tx, bus, now, {
        kind: 'device',
        companyId,
        deviceId,
        about: { kind: 'run', id },
        occasion: `run/${id}`,
        template: 'runFailed',
        params: { name: device.nickname || device.sn, run },
      });
    });
  };

  /** Sends one notice for each robot that has been offline for `awayMs`. */
  const tick = () => {
    const until = now();
    for (const [deviceId, outage] of away) {
      if (outage.due || until.getTime() - Date.parse(outage.since) < awayMs) continue;
      outage.due = true;
      enqueue(async (tx) => {
        // A robot that disconnected gracefully or was blocked gets no notice, neither now nor when it is back.
        outage.notified = await isDisconnected(tx, deviceId);
        if (outage.notified) await notifyConnection(tx, deviceId, 'deviceOffline', { ...outage, until });
      });
    }
  };

  // The content has this type at its publisher.
  const stops = [
    bus.subscribeOwn(topics.online, ({ content }) => onOnline(content)),
    bus.subscribe(runEnded, ({ content }) => onRun(content)),
  ];
  const timer = setInterval(tick, tickMs);
  enqueue(async (tx) => {
    const before = await readAway(tx);
    // Events that arrived meanwhile are newer than the rows.
    away = new Map([...before, ...away]);
  });

  return {
    tick,
    /** Resolves when all notices so far are written. */
    flush: queue.flush,
    stop: () => {
      clearInterval(timer);
      for (const stop of stops) stop();
      return queue.flush();
    },
  };
}
