import { and, eq, sql } from 'drizzle-orm';
import { devices } from '../../entities/devices/device-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { createRecentMap } from '../../platform/limits/rates/recent-map.ts';
import type { Registry, RobotOwnership } from './registry.ts';

interface RegistrationRefreshDeps {
  db: Db;
  now: Clock;
  registry: Pick<Registry, 'bySn'>;
  owns: RobotOwnership['owns'];
  /** Reloads a device and applies the change: old connections end before the new credential is accepted. */
  deviceChanged(deviceId: string): Promise<void>;
  /** A robot of another server sent a message: its owner may not know it yet. */
  foundElsewhere(deviceId: string): void;
}

const maxConcurrent = 4;
/** Wrong passwords must not create a queue in which valid robots wait for minutes. */
const maxQueued = 1_000;
/** An unregistered robot sends every second; a query for each message would be too many. */
const messageRefreshMs = 1_000;
const maxRemembered = 10_000;

/**
 * Reads registrations from the database if memory lacks a serial number or its newest credential. The message about a
 * change may arrive after the HTTP answer, so a robot can connect first.
 */
export function createRegistrationRefresh({
  db,
  now,
  registry,
  owns,
  deviceChanged,
  foundElsewhere,
}: RegistrationRefreshDeps) {
  /** The newest refresh of a serial number, started or not. */
  const newest = new Map<string, Promise<void>>();
  /** Refreshes that have not started to read. A caller may share these, but not one that read before the call. */
  const unstarted = new Map<string, Promise<void>>();
  const readAtMs = new Map<string, number>();
  /** Serial numbers that were found to be of another server's robots. */
  const elsewhere = createRecentMap<true>(maxRemembered);
  const slots = createSlots();

  const read = async (sn: string): Promise<void> => {
    unstarted.delete(sn);
    rememberRead(sn);
    const present = registry.bySn(sn)?.deviceId;
    if (present) await deviceChanged(present);
    // A deleted device may have been registered again: then the serial number belongs to another id than in memory.
    const stored = await deviceIdOf(db, sn);
    if (stored && !owns(stored)) {
      elsewhere.set(sn, true);
      return foundElsewhere(stored);
    }
    elsewhere.delete(sn);
    if (stored && stored !== present) await deviceChanged(stored);
  };

  const rememberRead = (sn: string): void => {
    readAtMs.delete(sn);
    readAtMs.set(sn, now().getTime());
    const [oldest] = readAtMs.keys();
    if (readAtMs.size > maxRemembered && oldest !== undefined) readAtMs.delete(oldest);
  };

  const refresh = (sn: string): Promise<void> => {
    const shared = unstarted.get(sn);
    if (shared) return shared;
    if (slots.isFull()) return Promise.reject(new Error('too many registrations are being read'));
    const queued = (newest.get(sn) ?? Promise.resolve())
      .catch(() => {})
      .then(() => slots.run(() => read(sn)))
      .finally(() => {
        if (newest.get(sn) === queued) newest.delete(sn);
        if (unstarted.get(sn) === queued) unstarted.delete(sn);
      });
    newest.set(sn, queued);
    unstarted.set(sn, queued);
    return queued;
  };

  return {
    /**
     * Resolves when memory has the state of the database after this call. Rejects when the database is away or too many
     * refreshes wait.
     */
    refresh,
    /** For messages: at most one read per second and serial number; otherwise resolves after the refresh in progress. */
    refreshForMessage: (sn: string): Promise<void> => {
      const recent = now().getTime() - (readAtMs.get(sn) ?? Number.NEGATIVE_INFINITY) < messageRefreshMs;
      return recent ? (newest.get(sn) ?? Promise.resolve()) : refresh(sn);
    },
    /** Whether the last read found a robot of another server. */
    isElsewhere: (sn: string): boolean => elsewhere.get(sn) === true,
    /** Registrations changed: earlier reads may be stale. */
    invalidate: (): void => readAtMs.clear(),
    /** The refresh in progress for a serial number; later messages wait for it so that they keep their order. */
    pending: (sn: string): Promise<void> | undefined => newest.get(sn),
  };
}
export type RegistrationRefresh = ReturnType<typeof createRegistrationRefresh>;

async function deviceIdOf(db: Db, sn: string): Promise<string | undefined> {
  const [row] = await inScope(
    db,
    '*',
    (tx) =>
      tx
        .select({ id: devices.id })
        .from(devices)
        // The index is on the lower-case form; a topic level is compared exactly.
        .where(and(eq(sql`lower(${devices.sn})`, sn.toLowerCase()), eq(devices.sn, sn))),
    { readOnly: true },
  );
  return row?.id;
}

/** FIFO semaphore: a permit passes directly to the next waiter. */
function createSlots() {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    isFull: () => queue.length >= maxQueued,
    run: async (work: () => Promise<void>): Promise<void> => {
      if (running < maxConcurrent) running += 1;
      else await new Promise<void>((start) => queue.push(start));
      try {
        await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
