import type { TrailPoint } from '@sweepline/contract';
import type { XTelemetry } from '@sweepline/contract/robot';
import type { Session } from '../sessions/session.ts';
import type { Paths } from './run-path.ts';
import type { ActiveRun, RunRegistry } from './run-registry.ts';

/** Records the paths of active runs, from the positions of a robot or from the path that it reports itself. */
export function createPathRecorder({ runRegistry, paths }: { runRegistry: RunRegistry; paths: Paths }) {
  const isCleaning = (session: Session, runId: string) =>
    session.phase === 'CLEANING' ||
    (session.phase === '' &&
      (session.state?.actions.some(
        (it) => it.actionType === 'cleanArea' && it.status === 'RUNNING' && it.actionId.startsWith(runId),
      ) ??
        false));

  /** The run whose path is recorded: active, and on its own map. */
  const recordedRun = (session: Session): ActiveRun | undefined => {
    const run = runRegistry.of(session.device.deviceId);
    const mapId = session.live.position?.value.mapId;
    if (!run || mapId === undefined || run.row.state === 'COMPLETE') return undefined;
    return run.row.mapId && mapId !== run.row.mapId ? undefined : run;
  };

  return {
    /** Records a position of the robot. */
    recordPosition(session: Session, atMs: number): void {
      const run = session.sendsPath ? undefined : recordedRun(session);
      const pose = session.live.position?.value;
      if (run && pose) paths.add(run.row.id, atMs, pose, isCleaning(session, run.row.id));
    },
    /** Records the path since the last telemetry, corners included. */
    recordPath(session: Session, { runId, way }: XTelemetry, atMs: number): void {
      if (!way) return;
      session.sendsPath = true;
      const run = recordedRun(session);
      if (!run || run.row.id !== runId) return;
      for (const [agoMs, x, y, theta, flags] of way)
        paths.add(run.row.id, atMs - agoMs, { x, y, theta }, (flags & 1) === 1);
    },
    trail(session: Session): { runId: string; points: TrailPoint[] } | null {
      const run = runRegistry.of(session.device.deviceId);
      return run ? paths.takeTrail(run.row.id) : null;
    },
  };
}
