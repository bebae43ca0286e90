import {
  deviceTopic,
  topics,
  type DeviceChange,
  type DeviceLive,
  type TrailPoint,
} from '@sweepline/contract';
import type { Bus } from '../../platform/socket/bus.ts';
import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { createRowStore } from '../../platform/runtime/row-store.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import type { RobotOwnership } from '../identity/registry.ts';
import { changeOf } from './live-faults.ts';
import type { Session } from './session.ts';
import { getTableName } from 'drizzle-orm';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import { devices } from '../../entities/devices/device-table.ts';

interface LiveStoreDeps extends RobotOwnership {
  db: Db;
  now: Clock;
  log: Log;
  bus: Bus;
  timing: GatewayTiming;
  /** Points of the open run since the last frame. */
  trail(session: Session): { runId: string; points: TrailPoint[] } | null;
}

const lastSeenEveryMs = 30_000;

/**
 * Writes live states in batches and publishes changes to browsers, both rate-limited
 * (docs/protocol/topics.md#what-the-server-keeps).
 */
export function createLiveStore({ db, now, log, bus, timing, owns, trail }: LiveStoreDeps) {
  const startedMs = now().getTime();
  /** Changed since the last write, and since the last list update. */
  const unwritten = new Map<string, Session>();
  /** The sessions written at the next tick. Only these are: in a large fleet there are always some. */
  const urgent = new Set<Session>();
  const unlisted = new Map<string, Session>();
  const watched = new Map<string, number>();
  const lastFrameMs = new Map<string, number>();
  const awaitingFrame = new Set<Session>();
  const listed = new Map<string, { text: string; seenMs: number; mapId: string | null }>();
  let writtenMs = 0;
  let listedMs = 0;
  let writing: Promise<void> = Promise.resolve();

  const store = createRowStore<[Session, LiveRow]>({
    name: 'live-states',
    db,
    log,
    write: (tx, rows) => tx.raw(upsert, [JSON.stringify(rows.map(([, row]) => row))]),
  });

  const write = (due: Iterable<Session>) => {
    const sessions = [...due];
    for (const session of sessions) unwritten.delete(session.device.deviceId);
    urgent.clear();
    if (sessions.length === 0) return writing;
    const rows = sessions.map((session): [Session, LiveRow] => [session, rowOf(session, startedMs)]);
    writing = writing
      .then(() => store(rows))
      .then(({ unsaved }) => {
        for (const [session] of unsaved)
          if (!unwritten.has(session.device.deviceId)) unwritten.set(session.device.deviceId, session);
      });
    return writing;
  };

  const writeAll = () => {
    writtenMs = now().getTime();
    return write(unwritten.values());
  };

  db.writers.register({ name: 'live-states', size: () => unwritten.size, flush: writeAll });

  const frame = (session: Session, nowMs: number) => {
    const { deviceId, companyId } = session.device;
    lastFrameMs.set(deviceId, nowMs);
    awaitingFrame.delete(session);
    bus.publish(deviceTopic(deviceId), { live: session.live, trail: trail(session) }, { companyId });
  };

  /** Every message changes "last seen"; lists receive that twice a minute, and other changes at once. */
  const isNews = (change: DeviceChange): boolean => {
    const { lastSeenAt, ...visible } = change;
    const last = listed.get(change.id);
    const seenMs = lastSeenAt === null ? 0 : Date.parse(lastSeenAt);
    const text = JSON.stringify(visible);
    if (last && last.text === text && seenMs - last.seenMs < lastSeenEveryMs) return false;
    listed.set(change.id, { text, seenMs, mapId: change.mapId });
    return true;
  };

  /** Publishes that a device entered or left a map, before the listed state is replaced. */
  const publishStanding = ({ id, mapId }: DeviceChange, companyId: string) => {
    const left = listed.get(id)?.mapId ?? null;
    if (left !== mapId) bus.publish(topics.standing, { deviceId: id, mapId, left }, { companyId });
  };

  const list = () => {
    listedMs = now().getTime();
    const byCompany = Map.groupBy(unlisted.values(), (session) => session.device.companyId);
    unlisted.clear();
    for (const [companyId, sessions] of byCompany) {
      const allChanges: DeviceChange[] = sessions.map(changeOf);
      for (const change of allChanges) publishStanding(change, companyId);
      const changes = allChanges.filter(isNews);
      if (changes.length > 0) bus.publish(topics.devices, { changes }, { companyId });
    }
  };

  return {
    /** A change of this device; `material` ones are written within a tick, others within ten seconds. */
    changed(session: Session, material: boolean): void {
      const { deviceId } = session.device;
      if (!owns(deviceId)) return;
      unwritten.set(deviceId, session);
      unlisted.set(deviceId, session);
      if (material) urgent.add(session);
      if (!watched.has(deviceId)) return;
      const nowMs = now().getTime();
      if (isDue(lastFrameMs.get(deviceId) ?? 0, nowMs, timing.watchPushMs)) frame(session, nowMs);
      else awaitingFrame.add(session);
    },
    /** Counts a watching page until `unwatch`. Returns whether it is the first. */
    watch(deviceId: string): boolean {
      const before = watched.get(deviceId) ?? 0;
      watched.set(deviceId, before + 1);
      return before === 0;
    },
    unwatch(deviceId: string): void {
      const left = (watched.get(deviceId) ?? 0) - 1;
      if (left > 0) watched.set(deviceId, left);
      else watched.delete(deviceId);
    },
    watchedDevices: () => watched.keys(),
    tick(nowMs: number): void {
      for (const session of awaitingFrame)
        if (isDue(lastFrameMs.get(session.device.deviceId) ?? 0, nowMs, timing.watchPushMs))
          frame(session, nowMs);
      if (unlisted.size > 0 && isDue(listedMs, nowMs, timing.listPushMs)) list();
      if (isDue(writtenMs, nowMs, timing.liveFlushMs)) void writeAll();
      else if (urgent.size > 0) void write(urgent);
    },
    flush: async (): Promise<void> => void (await writeAll()),
    /** Deletes the live state of this device, including a write in progress. */
    erase: async (session: Session): Promise<void> => {
      forget(session);
      const erased = writing.then(() =>
        inScope(db, '*', async (tx) => {
          await tx.raw(`delete from ${getTableName(deviceLives)} where id = $1`, [session.device.deviceId]);
        }),
      );
      // The caller handles a failure; later writes continue.
      writing = erased.catch(() => {});
      await erased;
    },
    forget,
  };

  function forget(session: Session): void {
    unwritten.delete(session.device.deviceId);
    urgent.delete(session);
    unlisted.delete(session.device.deviceId);
    awaitingFrame.delete(session);
    listed.delete(session.device.deviceId);
  }
}
export type LiveStore = ReturnType<typeof createLiveStore>;

function rowOf(session: Session, startedMs: number) {
  const { live, device } = session;
  const change = changeOf(session);
  const position = live.position?.value;
  return {
    ...change,
    id: device.deviceId,
    companyId: device.companyId,
    x: position?.x ?? null,
    y: position?.y ?? null,
    theta: position && position.hasHeading !== false ? position.theta : null,
    softwareVersion: live.versions?.value['robot'] ?? null,
    hardwareVersion: live.versions?.value['hardware'] ?? null,
    live: live satisfies DeviceLive,
    session: startedMs,
    revision: session.revision,
  };
}

type LiveRow = ReturnType<typeof rowOf>;

const columns = {
  id: 'uuid',
  companyId: 'uuid',
  state: 'text',
  since: 'timestamptz',
  lastSeenAt: 'timestamptz',
  mode: 'text',
  paused: 'boolean',
  soc: 'real',
  charging: 'boolean',
  mapId: 'text',
  x: 'float8',
  y: 'float8',
  theta: 'float8',
  cleanWaterPct: 'real',
  dirtyWaterPct: 'real',
  dustBagPct: 'real',
  networkMode: 'text',
  cleaningMode: 'text',
  coverage: 'real',
  runId: 'uuid',
  alarmLevel: 'int',
  operatingMode: 'text',
  relocating: 'boolean',
  localized: 'boolean',
  faults: 'jsonb',
  softwareVersion: 'text',
  hardwareVersion: 'text',
  live: 'jsonb',
  session: 'bigint',
  revision: 'bigint',
};
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const names = Object.keys(columns);

/** One statement for the whole batch. The last line prevents a late write from restoring an old state. */
const upsert = `
  insert into ${getTableName(deviceLives)} (${names.map(snake).join(', ')})
  select ${names.map((name) => `it."${name}"`).join(', ')}
  from jsonb_to_recordset($1::jsonb) as it(${Object.entries(columns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ')})
  join ${getTableName(devices)} on devices.id = it.id
  on conflict (id) do update set ${names
    .filter((name) => name !== 'id')
    .map((name) => `${snake(name)} = excluded.${snake(name)}`)
    .join(', ')}
  where (excluded.session, excluded.revision) > (device_live.session, device_live.revision)`;
