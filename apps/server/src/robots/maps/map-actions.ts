import { inScope, type Tx } from '../../platform/db/db.ts';
import { isMapId, move, rowOf, settled } from './map-rows.ts';
import type { SyncParts } from './map-sync.ts';
import { reachable } from '../commands/robot-refusal.ts';
import type { Session } from '../sessions/session.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';

interface ActDeps extends Pick<SyncParts, 'db' | 'now' | 'instant' | 'until'> {
  sessionOf(deviceId: string): Session | undefined;
}

const removeMs = 60_000;
const enableMs = 20_000;

/** Whether a robot may use a map: it shows it as enabled, or stands on it without a list of its maps. */
const mayUse = ({ state, live }: Session, mapId: string): boolean =>
  state?.maps?.length
    ? state.maps.some((it) => it.mapId === mapId && it.enabled)
    : live.position?.value.mapId === mapId;

/** Actions of users on a robot's maps, with their outcome. */
export function createMapActions({ db, now, sessionOf, instant, until }: ActDeps) {
  const inSystemScope = <T>(task: (tx: Tx) => Promise<T>) => inScope(db, '*', task);
  const stamp = (by: string) => ({ at: now().toISOString(), by });

  /** Waits for an action on a robot's map, and refuses if it failed. */
  const perform = async (
    session: Session,
    type: 'enableMap' | 'deleteMap',
    mapId: string,
    version: number,
  ) => {
    const outcome = await instant.send(session, type, { mapId, mapVersion: String(version) });
    if (outcome === 'TIMED_OUT') refuse('TIMED_OUT');
    if (outcome !== 'DONE') refuse(type === 'enableMap' ? 'MAP_REFUSED' : 'FAILED');
  };

  /** The newest version of a map that the robot has stored, refused with the next step if it has none. */
  const storedVersion = async ({ state, device }: Session, mapId: string): Promise<number> => {
    const versions = (state?.maps ?? [])
      .filter((it) => it.mapId === mapId && /^\d{1,9}$/.test(it.version))
      .map(({ version }) => Number(version));
    const row = isMapId(mapId) ? await inSystemScope((tx) => rowOf(tx, device.deviceId, mapId)) : undefined;
    if (row?.status === 'SYNCING' || (row?.status === 'NOT_SYNCED' && row.wanted !== null))
      refuse('MAP_ON_ITS_WAY');
    return versions.length > 0 ? Math.max(...versions) : refuse('MAP_NOT_ON_ROBOT');
  };

  return {
    /** Makes a map that the robot has stored usable. A map that it may use already is left as it is. */
    enable: async (deviceId: string, mapId: string, by: string): Promise<void> => {
      const session = reachable(sessionOf(deviceId));
      if (mayUse(session, mapId)) return;
      await perform(session, 'enableMap', mapId, await storedVersion(session, mapId));
      if (!(await until(session, () => mayUse(session, mapId), enableMs))) refuse('TIMED_OUT');
      await inSystemScope(async (tx) => {
        const locked = await rowOf(tx, deviceId, mapId);
        if (locked) await move(tx, locked, 'ENABLED', settled, stamp(by));
      });
    },

    /** Removes a map from a robot; if the robot never had it, only the row changes. */
    remove: async (deviceId: string, mapId: string, by: string): Promise<void> => {
      const row = await inSystemScope((tx) => rowOf(tx, deviceId, mapId));
      if (!row || row.status === 'SYNCING' || row.status === 'DELETED') return refuse('WRONG_STATE');
      if (row.status === 'IN_USE') return refuse('MAP_IN_USE');
      if (['ENABLED', 'DISABLED'].includes(row.status) && row.version !== null) {
        const session = reachable(sessionOf(deviceId));
        await perform(session, 'deleteMap', mapId, row.version);
        const isGone = () => !session.state?.maps?.some((it) => it.mapId === mapId);
        if (!(await until(session, isGone, removeMs))) refuse('TIMED_OUT');
      }
      await inSystemScope(async (tx) => {
        const locked = await rowOf(tx, deviceId, mapId);
        const patch = { ...settled, version: null, wanted: null, hash: null };
        if (locked) await move(tx, locked, 'DELETED', patch, stamp(by));
      });
    },
  };
}
