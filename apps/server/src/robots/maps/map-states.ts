import type { DeviceMapEvent } from '@sweepline/contract';
import { deviceMaps } from '../../entities/places/device-map-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isRowFault } from '../../platform/runtime/storage-fault.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { Log } from '../gateway-options.ts';
import { ownMaps, move, rowsOf, writeRow, type By, type DeviceMapRow } from './map-rows.ts';
import type { Session } from '../sessions/session.ts';

interface Deps {
  db: Db;
  now: Clock;
  /** Called after a robot's maps are written, with the maps of which it has an older version. */
  onWritten(session: Session, outdated: readonly string[]): void;
  log: Log;
}

interface ReportedMap {
  mapId: string;
  /** The assigned integer; null for a local edit that is not uploaded, and for a version not assigned by the server. */
  version: number | null;
  enabled: boolean;
  used: boolean;
}

interface Report {
  session: Session;
  signature: string;
  reported: readonly ReportedMap[];
}

const integer = (version: string) => (/^\d{1,9}$/.test(version) ? Number(version) : null);

/** The maps in a state: one entry per map, preferring the enabled version. */
function reportedMaps({ state, live }: Session): ReportedMap[] {
  const current = state?.position?.mapId ?? live.position?.value.mapId;
  const byMap = Map.groupBy(state?.maps ?? [], ({ mapId }) => mapId);
  const reported = [...byMap].map(([mapId, entries]): ReportedMap => {
    const enabled = entries.find((it) => it.enabled);
    const version = integer((enabled ?? entries.at(-1))?.version ?? '');
    return {
      mapId,
      version,
      enabled: enabled !== undefined,
      used: enabled !== undefined && mapId === current,
    };
  });
  // A vehicle that does not report maps still has a current one.
  if (!state?.maps && current) return [{ mapId: current, version: null, enabled: true, used: true }];
  return reported;
}

const signatureOf = (reported: readonly ReportedMap[]) =>
  reported.map(({ mapId, version, enabled, used }) => `${mapId} ${version} ${enabled} ${used}`).join('|');

/** The transitions that lead a row to the robot's report (docs/protocol/maps.md#states-of-a-map). */
function eventsFor(row: DeviceMapRow, report: ReportedMap): DeviceMapEvent[] {
  const first: DeviceMapEvent = report.enabled ? 'UPLOADED_ENABLED' : 'UPLOADED_DISABLED';
  const last: DeviceMapEvent[] = report.used ? ['USED'] : [];
  switch (row.status) {
    case 'DELETED':
    case 'DELETED_ON_DEVICE':
      return [first, ...last];
    case 'NOT_SYNCED':
    case 'SYNC_FAILED':
      // While a version is being sent, only that version counts.
      return row.wanted === null || row.wanted === report.version ? [first, ...last] : [];
    case 'IN_USE':
      if (report.used) return [];
      return report.enabled ? ['LEFT'] : ['LEFT', 'OTHER_ENABLED'];
    case 'ENABLED':
      return report.enabled ? last : ['OTHER_ENABLED'];
    case 'DISABLED':
      return report.enabled ? ['ENABLED', ...last] : [];
    default:
      return [];
  }
}

/** Applies the maps that robots report. A report equal to the last one reads nothing from the database. */
export function createMapStates({ db, now, onWritten, log }: Deps) {
  const applied = new WeakMap<Session, { signature: string; again: boolean }>();

  const apply = async (tx: Tx, row: DeviceMapRow, report: ReportedMap, by: By) => {
    let next = row;
    for (const event of eventsFor(row, report)) next = await move(tx, next, event, {}, by);
    const patch = { version: report.version, missing: 0 };
    return row.status === 'SYNCING'
      ? await writeRow(tx, next, { missing: 0 }, by)
      : await writeRow(tx, next, patch, by);
  };

  const add = async (tx: Tx, session: Session, report: ReportedMap, by: By) => {
    const { deviceId, companyId } = session.device;
    const status = report.used ? 'IN_USE' : report.enabled ? 'ENABLED' : 'DISABLED';
    const row = { companyId, deviceId, mapId: report.mapId, status, version: report.version } as const;
    const stamp = { syncedAt: by.at, updatedAt: by.at, updatedBy: by.by };
    await tx
      .insert(deviceMaps)
      .values({ ...row, ...stamp })
      .onConflictDoNothing();
  };

  /** Writes a report. Returns whether a missing map must be checked again, and the outdated maps. */
  const applyReport = async (tx: Tx, session: Session, reported: readonly ReportedMap[]) => {
    const by = { at: now().toISOString(), by: session.device.sn };
    const rows = await rowsOf(tx, session.device.deviceId);
    const own = await ownMaps(
      tx,
      session.device.companyId,
      reported.map(({ mapId }) => mapId),
    );
    const outdated: string[] = [];
    for (const { id, version } of own) {
      const report = reported.find(({ mapId }) => mapId === id)!;
      const row = rows.find(({ mapId }) => mapId === id);
      if (row) await apply(tx, row, report, by);
      else await add(tx, session, report, by);
      if (report.version !== null && report.version < version) outdated.push(id);
    }
    let again = false;
    for (const row of rows) {
      const isOnRobot = ['ENABLED', 'DISABLED', 'IN_USE'].includes(row.status);
      if (!isOnRobot || reported.some(({ mapId }) => mapId === row.mapId) || !session.state?.maps) continue;
      const missing = row.missing + 1;
      const isGone = missing >= 2;
      if (isGone) await move(tx, row, 'GONE', { version: null, missing: 0 }, by);
      else await writeRow(tx, row, { missing }, by);
      again ||= !isGone;
    }
    return { again, outdated };
  };

  const reports = createWriteBehind<Report>({
    name: 'robot-maps',
    db,
    log,
    maxQueued: 10_000,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, batch) => {
      for (const { session, signature, reported } of batch) {
        const { again, outdated } = await applyReport(tx, session, reported).catch((error: unknown) => {
          // A report that cannot be stored is dropped, so an equal one must be applied.
          if (isRowFault(error)) applied.delete(session);
          throw error;
        });
        tx.afterCommit(() => {
          if (again) applied.set(session, { signature, again });
          onWritten(session, outdated);
        });
      }
    },
  });

  return {
    /** Called after every state. */
    follow(session: Session): void {
      if (!session.state) return;
      const reported = reportedMaps(session);
      const signature = signatureOf(reported);
      const last = applied.get(session);
      if (last?.signature === signature && !last.again) return;
      applied.set(session, { signature, again: false });
      // Only the newest report of a robot counts.
      reports.remove((report) => report.session === session);
      reports.add({ session, signature, reported });
    },
    /** Applies the next report even if it is unchanged. */
    forget: (session: Session): void => void applied.delete(session),
    flush: reports.flush,
  };
}
