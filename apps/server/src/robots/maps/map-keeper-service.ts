import { isDue } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Session } from '../sessions/session.ts';
import type { RobotOwnership } from '../identity/registry.ts';
import { createMapActions } from './map-actions.ts';
import { createMapDistribution } from './map-distribution.ts';
import { move, rowOf } from './map-rows.ts';
import { createMapStates } from './map-states.ts';
import { createMapSyncRunner, type RunnerDeps } from './map-sync-runner.ts';
import { syncMs, takesMaps } from './map-sync.ts';

const timeoutCheckMs = 60_000;

/** Sends maps to robots, and records which maps each robot has (docs/protocol/maps.md#states-of-a-map). */
export function createMapKeeper(deps: RunnerDeps & RobotOwnership) {
  const { db, now, log, owns, sessionOf, instant, until } = deps;
  const runner = createMapSyncRunner(deps);
  const distribution = createMapDistribution({ db, now, owns, sessionOf, start: runner.start });
  const states = createMapStates({
    db,
    now,
    onWritten: (session, outdated) => {
      if (outdated.length > 0)
        runner.runInBackground(
          distribution.catchUp(session, outdated),
          'outdated maps of a robot could not be sent',
        );
    },
    log,
  });
  let timeoutCheckedMs = 0;

  return {
    ...createMapActions({ db, now, sessionOf, instant, until }),
    follow: states.follow,
    cameOnline: (session: Session) => {
      states.forget(session);
      // The factsheet with its abilities precedes the first state; until then nothing is sent.
      void until(session, () => session.state !== undefined && takesMaps(session), syncMs).then(
        (ready) =>
          ready &&
          runner.runInBackground(
            distribution.resume(session),
            'maps that waited for a robot could not be sent',
          ),
      );
    },

    /** A map has a new version: every robot with the map gets it, except the one that drew it. */
    published: (mapId: string, drawnBy?: string): void => {
      const drawer = drawnBy === undefined ? undefined : sessionOf(drawnBy);
      // The robot reported this map before it existed here, so its next report must be applied even if unchanged.
      if (drawer) states.forget(drawer);
      runner.runInBackground(distribution.publish(mapId, drawnBy), 'a published map could not be sent');
    },

    send: distribution.send,

    /** The robot reports that it deleted a map; runs in the transaction that stores the message. */
    deletedThere: async (tx: Tx, session: Session, mapId: string): Promise<void> => {
      const row = await rowOf(tx, session.device.deviceId, mapId);
      if (row?.companyId === session.device.companyId)
        await move(tx, row, 'GONE', { version: null }, { at: now().toISOString(), by: session.device.sn });
    },

    tick: (nowMs: number): void => {
      if (!isDue(timeoutCheckedMs, nowMs, timeoutCheckMs)) return;
      timeoutCheckedMs = nowMs;
      runner.runInBackground(runner.endTimedOut(), 'synchronisations that took too long could not be ended');
      runner.runInBackground(
        distribution.retryFallbacks(),
        'maps of robots with an older version could not be sent again',
      );
    },

    forget: runner.forget,
    flushStates: states.flush,

    flush: async (): Promise<void> => {
      runner.cancelAll();
      await states.flush();
      await runner.settle();
    },
  };
}
export type MapKeeper = ReturnType<typeof createMapKeeper>;
