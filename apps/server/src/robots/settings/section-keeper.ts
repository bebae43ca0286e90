import type { XReported } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { deviceSections } from '../../features/device-settings/device-settings-table.ts';
import { actorOfPush } from '../../features/device-settings/settings-change-author-service.ts';
import {
  changeSection,
  isKept,
  syncTimeoutMs,
  type SectionEvent,
  type Step,
} from '../../features/device-settings/section-service.ts';
import { devices } from '../../features/devices/device-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { Log } from '../gateway-options.ts';
import { sectionBody, type SectionRow } from '../protocol/section-document.ts';
import type { Session } from '../sessions/session.ts';

interface SectionKeeperDeps {
  db: Db;
  bus: Bus;
  now: Clock;
  log: Log;
  downlink: Downlink;
  sessionOf(deviceId: string): Session | undefined;
  /** Until every command's state that is known by now stands in the database. */
  commandsWritten(): Promise<void>;
}

/** What is remembered of a device's section, so that most words of robots need no look into the database. */
interface CachedSection {
  state: SectionRow['state'];
  version: number;
  hash: string;
  syncingSinceMs: number;
  /** The last report that was written. */
  lastReport: string;
}
type ReportedSection = XReported['sections'][string];

const cachedSectionOf = (row: SectionRow): CachedSection => ({
  ...{ state: row.state, version: row.version, hash: row.hash, lastReport: '' },
  syncingSinceMs: row.syncingSince === null ? 0 : Date.parse(row.syncingSince),
});
const keyOf = (section: ReportedSection) => JSON.stringify(section);
type CachedSections = Record<string, CachedSection>;
const isSettled = ({ state }: CachedSection) => state === 'IN_SYNC' || state === 'SYNC_FAILED';

/** Robots that are served at once; the others wait their turn and leave connections to people. */
const laneCount = 4;

/**
 * Brings what is wished to the robots, and what they have to the database (2.1.4). The row decides and is locked for each step;
 * what is kept here only says whether there is a step to make. Steps of one device follow one another.
 */
export function createSectionKeeper(deps: SectionKeeperDeps) {
  const { db, bus, now, log, downlink, sessionOf, commandsWritten } = deps;
  /** By device, then by the section's name. */
  const cache = new Map<string, CachedSections>();
  /** Devices with a section that is not settled: to be looked at with every beat of the clock. */
  const unsettled = new Set<string>();
  const busy = new Map<string, Promise<unknown>>();
  const tails: Promise<unknown>[] = Array.from({ length: laneCount }, () => Promise.resolve());
  let turn = 0;

  const updateCache = (deviceId: string, rows: readonly SectionRow[]): void => {
    const before = cache.get(deviceId);
    const supported = rows.filter(({ name }) => isKept(name));
    if (supported.length === 0) return void (cache.delete(deviceId), unsettled.delete(deviceId));
    const next: CachedSections = Object.fromEntries(
      supported.map((row) => [
        row.name,
        { ...cachedSectionOf(row), lastReport: before?.[row.name]?.lastReport ?? '' },
      ]),
    );
    cache.set(deviceId, next);
    if (Object.values(next).every(isSettled)) unsettled.delete(deviceId);
    else unsettled.add(deviceId);
  };

  /** After what is under way for this device, in one of a few lanes. */
  const enqueue = <T>(deviceId: string, work: () => Promise<T>): Promise<T> => {
    const lane = turn++ % laneCount;
    const before = Promise.all([busy.get(deviceId), tails[lane]]);
    const result = before.then(work);
    const settled = result.catch((error: unknown) =>
      log.error({ error, deviceId }, 'a section was not taken on'),
    );
    tails[lane] = settled;
    busy.set(deviceId, settled);
    void settled.then(() => busy.get(deviceId) === settled && busy.delete(deviceId));
    return result;
  };

  const rowsOf = (tx: Tx, deviceId: string) =>
    tx.select().from(deviceSections).where(eq(deviceSections.deviceId, deviceId));

  /** Takes the section of a device a step on. Nothing of a device that is gone. */
  const step = (
    session: Session,
    name: string,
    event: SectionEvent,
  ): Promise<{ done: Step | undefined; rows: SectionRow[] }> => {
    const { deviceId } = session.device;
    return inScope(db, '*', async (tx) => {
      const [device] = await tx
        .select({ id: devices.id, companyId: devices.companyId })
        .from(devices)
        .where(eq(devices.id, deviceId))
        .for('key share');
      if (!device) return { done: undefined, rows: [] };
      const actor = event.kind === 'pushed' ? await actorOfPush(tx, deviceId, now()) : undefined;
      const applied = await changeSection({ db: tx, now, bus }, device, name, event, actor);
      const rows = await rowsOf(tx, deviceId);
      tx.afterCommit(() => updateCache(deviceId, rows));
      return { done: applied, rows };
    });
  };

  const send = (session: Session, rows: readonly SectionRow[]) =>
    rows.length > 0 && session.vendor
      ? downlink.send(session, 'xDesired', sectionBody(rows))
      : Promise.resolve();

  const isOnline = (session: Session) => session.liveness.state === 'ONLINE' && session.vendor;

  /** What is to be done for a section now; nothing for one that waits for its robot or for time. */
  const eventDue = (
    session: Session,
    { state, syncingSinceMs }: CachedSection,
    atMs: number,
  ): SectionEvent | null => {
    if (state === 'AWAITING_SYNC') return isOnline(session) ? { kind: 'published', atMs } : null;
    if (state !== 'SYNCING') return null;
    if (!isOnline(session)) return { kind: 'offline' };
    return atMs - syncingSinceMs >= syncTimeoutMs ? { kind: 'tick', atMs } : null;
  };
  const eventsDue = (session: Session, atMs: number) =>
    Object.entries(cache.get(session.device.deviceId) ?? {}).flatMap(([name, section]) => {
      const event = eventDue(session, section, atMs);
      return event ? [{ name, event }] : [];
    });

  /** Written as under way first, then sent: of a process that dies between the two, the next one sends again. */
  const synchronise = (session: Session): Promise<void> =>
    enqueue(session.device.deviceId, async () => {
      let toSend: readonly SectionRow[] = [];
      for (const { name, event } of eventsDue(session, now().getTime())) {
        const { rows } = await step(session, name, event);
        if (event.kind === 'published') toSend = rows;
      }
      await send(session, toSend);
    });

  const reload = async (deviceId: string) => {
    const rows = await inScope(db, '*', (tx) => rowsOf(tx, deviceId), { readOnly: true });
    updateCache(deviceId, rows);
  };

  /** What a robot says of one section, unless it said so before. */
  const onReport = (session: Session, name: string, section: ReportedSection): void => {
    const { deviceId } = session.device;
    const before = cache.get(deviceId)?.[name];
    if (before?.state === 'IN_SYNC' && before.lastReport === keyOf(section)) return;
    // Nothing is wished and the robot has nothing to tell yet.
    if (!before && section.version === 0 && section.status === 'APPLIED' && section.hash === '') return;
    const report = {
      version: section.version,
      hash: section.hash,
      status: section.status,
      code: section.code ?? '',
    };
    void enqueue(deviceId, async () => {
      await step(session, name, { kind: 'reported', report });
      const cached = cache.get(deviceId)?.[name];
      if (cached) cached.lastReport = keyOf(section);
    }).catch(() => {});
  };

  return {
    /** What a robot says it has. */
    reported(session: Session, { sections }: XReported): void {
      for (const [name, section] of Object.entries(sections))
        if (isKept(name)) onReport(session, name, section);
    },

    /** A section edited at the robot; answers the version it became, or that ours stands. */
    pushed: (session: Session, name: string, baseVersion: number, document: Record<string, unknown>) =>
      enqueue(session.device.deviceId, async () => {
        // A robot may answer a command sooner than its row says it was sent: whose change this is would be read too early.
        await commandsWritten();
        const { done, rows } = await step(session, name, { kind: 'pushed', baseVersion, document });
        if (done?.nudge) await send(session, rows);
        return done && { accepted: !done.conflict, version: done.next.version };
      }),

    /** It is there again: what differs from what we wish is sent (2.1.8). */
    reconcile(session: Session): void {
      if (cache.has(session.device.deviceId)) void synchronise(session).catch(() => {});
    },

    /** People changed what is wished. */
    changed: async (deviceId: string): Promise<void> => {
      await enqueue(deviceId, () => reload(deviceId));
      const session = sessionOf(deviceId);
      if (session) await synchronise(session);
    },

    load: async (): Promise<void> => {
      const rows = await inScope(db, '*', (tx) => tx.select().from(deviceSections), { readOnly: true });
      for (const [deviceId, own] of Map.groupBy(rows, (row) => row.deviceId)) updateCache(deviceId, own);
    },

    tick(nowMs: number): void {
      for (const deviceId of unsettled) {
        const session = sessionOf(deviceId);
        if (session && !busy.has(deviceId) && eventsDue(session, nowMs).length > 0)
          void synchronise(session).catch(() => {});
      }
    },

    flush: async (): Promise<void> => {
      await Promise.all(tails);
    },
  };
}
export type SectionKeeper = ReturnType<typeof createSectionKeeper>;
