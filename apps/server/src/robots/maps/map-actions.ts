import { inScope, type Tx } from '../../platform/db/db.ts';
import { move, rowOf, settled } from './map-rows.ts';
import type { SyncParts } from './map-sync.ts';
import { reachable } from '../commands/robot-refusal.ts';
import type { Session } from '../sessions/session.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';

interface ActDeps extends Pick<SyncParts, 'db' | 'now' | 'instant' | 'until'> {
  sessionOf(deviceId: string): Session | undefined;
}

const removeMs = 60_000;

/** Actions of users on a robot's maps, with their outcome. */
export function createMapActions({ db, now, sessionOf, instant, until }: ActDeps) {
  const inSystemScope = <T>(task: (tx: Tx) => Promise<T>) => inScope(db, '*', task);
  const stamp = (by: string) => ({ at: now().toISOString(), by });

  /** Waits for an action on a robot's map, and refuses if it failed. */
  const perform = async (session: Session, type: string, mapId: string, version: number) => {
    const outcome = await instant.send(session, type, { mapId, mapVersion: String(version) });
    if (outcome === 'TIMED_OUT') refuse('TIMED_OUT');
    if (outcome !== 'DONE') refuse('FAILED');
  };

  return {
    enable: async (deviceId: string, mapId: string, by: string): Promise<void> => {
      const session = reachable(sessionOf(deviceId));
      const row = await inSystemScope((tx) => rowOf(tx, deviceId, mapId));
      if (row?.status !== 'DISABLED' || row.version === null) refuse('WRONG_STATE');
      await perform(session, 'enableMap', mapId, row!.version!);
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
