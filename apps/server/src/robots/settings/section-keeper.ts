import type { XReported } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { deviceSections } from '../../entities/devices/device-settings-table.ts';
import { authorOfPush } from '../../features/devices/settings/settings-change-author-service.ts';
import {
  changeSection,
  isServerSection,
  syncTimeoutMs,
  type SectionEvent,
  type Step,
} from '../../features/devices/settings/section-service.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { Log } from '../gateway-options.ts';
import { sectionBody, type SectionRow } from '../protocol/section-document.ts';
import type { Session } from '../sessions/session.ts';
import { createDeviceLanes } from './device-lanes.ts';
import { createSectionCache, type CachedSection, type ReportedSection } from './section-cache.ts';

interface SectionKeeperDeps {
  db: Db;
  bus: Bus;
  now: Clock;
  log: Log;
  downlink: Downlink;
  sessionOf(deviceId: string): Session | undefined;
  /** Resolves once the command states known so far are in the database. */
  commandsWritten(): Promise<void>;
}

/**
 * Sends the desired sections to robots and stores their reports (docs/protocol/settings.md#desired-and-reported). The row
 * decides and is locked for each step. The cache only shows whether a step is due. The steps of one device are serial.
 */
export function createSectionKeeper(deps: SectionKeeperDeps) {
  const { db, bus, now, log, downlink, sessionOf, commandsWritten } = deps;
  const cache = createSectionCache();
  const { enqueue, isBusy, flush } = createDeviceLanes(log);

  const rowsOf = (tx: Tx, deviceId: string) =>
    tx.select().from(deviceSections).where(eq(deviceSections.deviceId, deviceId));

  /** Applies an event to a section; nothing for a deleted device. */
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
      const actor = event.kind === 'pushed' ? await authorOfPush(tx, deviceId, now()) : undefined;
      const applied = await changeSection({ db: tx, now, bus }, device, name, event, actor);
      const rows = await rowsOf(tx, deviceId);
      tx.afterCommit(() => cache.update(deviceId, rows));
      return { done: applied, rows };
    });
  };

  const send = (session: Session, rows: readonly SectionRow[]) =>
    rows.length > 0 && session.vendor
      ? downlink.send(session, 'xDesired', sectionBody(rows))
      : Promise.resolve();

  const isOnline = (session: Session) => session.liveness.state === 'ONLINE' && session.vendor;

  /** The event due for a section; null while it waits for its robot or a timeout. */
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
    Object.entries(cache.of(session.device.deviceId) ?? {}).flatMap(([name, section]) => {
      const event = eventDue(session, section, atMs);
      return event ? [{ name, event }] : [];
    });

  /** The row is set to SYNCING before the message is sent, so that a new process sends it again after a crash. */
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
    cache.update(deviceId, rows);
  };

  /** Handles the report of one section, unless it is unchanged. */
  const onReport = (session: Session, name: string, section: ReportedSection): void => {
    const { deviceId } = session.device;
    const before = cache.of(deviceId)?.[name];
    if (cache.isKnown(before, section)) return;
    // There is no desired document, and the robot has none either.
    if (!before && section.version === 0 && section.status === 'APPLIED' && section.hash === '') return;
    const report = {
      version: section.version,
      hash: section.hash,
      status: section.status,
      code: section.code ?? '',
    };
    void enqueue(deviceId, async () => {
      await step(session, name, { kind: 'reported', report });
      cache.noteReport(deviceId, name, section);
    }).catch(() => {});
  };

  return {
    /** Handles the sections that a robot reports. */
    reported(session: Session, { sections }: XReported): void {
      for (const [name, section] of Object.entries(sections))
        if (isServerSection(name)) onReport(session, name, section);
    },

    /** A section edited at the robot; returns the accepted version, or the server's version in a conflict. */
    pushed: (session: Session, name: string, baseVersion: number, document: Record<string, unknown>) =>
      enqueue(session.device.deviceId, async () => {
        // A robot may answer a command before its row is SENT; the author of the change would then be missing.
        await commandsWritten();
        const { done, rows } = await step(session, name, { kind: 'pushed', baseVersion, document });
        if (done?.nudge) await send(session, rows);
        return done && { accepted: !done.conflict, version: done.next.version };
      }),

    /** The robot is online again: the differing sections are sent (docs/protocol/connecting.md#what-happens-on-online). */
    reconcile(session: Session): void {
      if (cache.of(session.device.deviceId)) void synchronise(session).catch(() => {});
    },

    /** Users changed the desired document. */
    changed: async (deviceId: string): Promise<void> => {
      await enqueue(deviceId, () => reload(deviceId));
      const session = sessionOf(deviceId);
      if (session) await synchronise(session);
    },

    load: async (shards: readonly number[]): Promise<void> => {
      const ofShards = inShards(deviceSections.deviceId, shards);
      const rows = await inScope(db, '*', (tx) => tx.select().from(deviceSections).where(ofShards), {
        readOnly: true,
      });
      for (const [deviceId, own] of Map.groupBy(rows, (row) => row.deviceId)) cache.update(deviceId, own);
    },

    /** Leaves the device to another server. */
    forget: (deviceId: string): void => cache.update(deviceId, []),

    tick(nowMs: number): void {
      for (const deviceId of cache.unsettled()) {
        const session = sessionOf(deviceId);
        if (session && !isBusy(deviceId) && eventsDue(session, nowMs).length > 0)
          void synchronise(session).catch(() => {});
      }
    },

    flush,
  };
}
export type SectionKeeper = ReturnType<typeof createSectionKeeper>;
