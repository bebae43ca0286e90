import type { DeviceMapEvent } from '@sweepline/contract';
import { deviceMaps } from '../../features/maps/device-map-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { knownMaps, move, rowsOf, writeRow, type By, type DeviceMapRow } from './map-rows.ts';
import type { Session } from '../sessions/session.ts';

interface Deps {
  db: Db;
  now: Clock;
  /** After what the robot has was written: what it ought to have is brought. */
  written(session: Session, behind: readonly string[]): void;
  failed(error: unknown): void;
}

interface Said {
  mapId: string;
  /** The assigned integer; null for a local edit that is not uploaded, and for what we never assigned. */
  version: number | null;
  enabled: boolean;
  used: boolean;
}

const integer = (version: string) => (/^\d{1,9}$/.test(version) ? Number(version) : null);

/** What a state says of maps: one entry a map, the enabled version before others. */
function saidBy({ state, live }: Session): Said[] {
  const current = state?.position?.mapId ?? live.position?.value.mapId;
  const byMap = Map.groupBy(state?.maps ?? [], ({ mapId }) => mapId);
  const told = [...byMap].map(([mapId, entries]): Said => {
    const enabled = entries.find((it) => it.enabled);
    const version = integer((enabled ?? entries.at(-1))?.version ?? '');
    return {
      mapId,
      version,
      enabled: enabled !== undefined,
      used: enabled !== undefined && mapId === current,
    };
  });
  // A vehicle that does not speak of maps still stands on one.
  if (!state?.maps && current) return [{ mapId: current, version: null, enabled: true, used: true }];
  return told;
}

const signatureOf = (said: readonly Said[]) =>
  said.map(({ mapId, version, enabled, used }) => `${mapId} ${version} ${enabled} ${used}`).join('|');

/** The steps by which a row comes to be what the robot says (2.12). */
function eventsFor(row: DeviceMapRow, said: Said): DeviceMapEvent[] {
  const first: DeviceMapEvent = said.enabled ? 'UPLOADED_ENABLED' : 'UPLOADED_DISABLED';
  const last: DeviceMapEvent[] = said.used ? ['USED'] : [];
  switch (row.status) {
    case 'DELETED':
    case 'DELETED_ON_DEVICE':
      return [first, ...last];
    case 'NOT_SYNCED':
    case 'SYNC_FAILED':
      // While a version is on its way it is that one that counts, not the one before.
      return row.wanted === null || row.wanted === said.version ? [first, ...last] : [];
    case 'IN_USE':
      if (said.used) return [];
      return said.enabled ? ['LEFT'] : ['LEFT', 'OTHER_ENABLED'];
    case 'ENABLED':
      return said.enabled ? last : ['OTHER_ENABLED'];
    case 'DISABLED':
      return said.enabled ? ['ENABLED', ...last] : [];
    default:
      return [];
  }
}

/** Takes over what robots say of their maps. Nothing is read from the database while a robot says what it said before. */
export function createMapStates({ db, now, written, failed }: Deps) {
  const seen = new WeakMap<Session, { signature: string; again: boolean }>();
  let writing: Promise<unknown> = Promise.resolve();

  const apply = async (tx: Tx, row: DeviceMapRow, said: Said, by: By) => {
    let next = row;
    for (const event of eventsFor(row, said)) next = await move(tx, next, event, {}, by);
    const patch = { version: said.version, missing: 0 };
    return row.status === 'SYNCING'
      ? await writeRow(tx, next, { missing: 0 }, by)
      : await writeRow(tx, next, patch, by);
  };

  const add = async (tx: Tx, session: Session, said: Said, by: By) => {
    const { deviceId, companyId } = session.device;
    const status = said.used ? 'IN_USE' : said.enabled ? 'ENABLED' : 'DISABLED';
    const row = { companyId, deviceId, mapId: said.mapId, status, version: said.version } as const;
    const stamp = { syncedAt: by.at, updatedAt: by.at, updatedBy: by.by };
    await tx
      .insert(deviceMaps)
      .values({ ...row, ...stamp })
      .onConflictDoNothing();
  };

  /** Rows of what the robot says; answers whether one must be looked for again, and what it has of an older version. */
  const take = async (tx: Tx, session: Session, told: readonly Said[]) => {
    const by = { at: now().toISOString(), by: session.device.sn };
    const rows = await rowsOf(tx, session.device.deviceId);
    const known = await knownMaps(
      tx,
      session.device.companyId,
      told.map(({ mapId }) => mapId),
    );
    const behind: string[] = [];
    for (const { id, version } of known) {
      const said = told.find(({ mapId }) => mapId === id)!;
      const row = rows.find(({ mapId }) => mapId === id);
      if (row) await apply(tx, row, said, by);
      else await add(tx, session, said, by);
      if (said.version !== null && said.version < version) behind.push(id);
    }
    let again = false;
    for (const row of rows) {
      const held = ['ENABLED', 'DISABLED', 'IN_USE'].includes(row.status);
      if (!held || told.some(({ mapId }) => mapId === row.mapId) || !session.state?.maps) continue;
      const missing = row.missing + 1;
      const gone = missing >= 2;
      if (gone) await move(tx, row, 'GONE', { version: null, missing: 0 }, by);
      else await writeRow(tx, row, { missing }, by);
      again ||= !gone;
    }
    return { again, behind };
  };

  return {
    /** After every state. */
    follow(session: Session): void {
      if (!session.state) return;
      const told = saidBy(session);
      const signature = signatureOf(told);
      const before = seen.get(session);
      if (before?.signature === signature && !before.again) return;
      seen.set(session, { signature, again: false });
      writing = writing
        .then(() => inScope(db, '*', (tx) => take(tx, session, told)))
        .then(({ again, behind }) => {
          if (again) seen.set(session, { signature, again });
          written(session, behind);
        })
        .catch((error: unknown) => {
          seen.delete(session);
          failed(error);
        });
    },
    /** Looks again although nothing was said anew: what it ought to have changed. */
    forget: (session: Session): void => void seen.delete(session),
    flush: async (): Promise<void> => void (await writing),
  };
}
