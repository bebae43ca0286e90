import type { AlarmRegistry } from '../alarms/alarm-registry.ts';
import type { RunRegistry } from './run-registry.ts';
import type { Session } from '../sessions/session.ts';

const slowestMps = 0.2;
const allowanceMs = 120_000;

interface Mark {
  node: string;
  sinceMs: number;
  limitMs: number;
}

/**
 * Raises 80003 for a drive that passes no node for longer than a slow vehicle needs. The run continues; a user decides
 * (docs/protocol/vda-vehicles.md#life-of-a-vehicle).
 */
export function createStallDetector(
  runRegistry: RunRegistry,
  alarms: AlarmRegistry,
  sessionOf: (deviceId: string) => Session | undefined,
) {
  const marks = new Map<string, Mark>();

  /** The distance to the goal; 0 without a goal. */
  const distanceOf = (session: Session, goal: { x: number; y: number } | undefined) => {
    const position = session.live.position?.value;
    return position && goal ? Math.hypot(goal.x - position.x, goal.y - position.y) : 0;
  };

  return {
    tick(nowMs: number): void {
      for (const { row } of runRegistry.all()) {
        const session = sessionOf(row.deviceId);
        const driving = row.kind === 'NAVIGATION' && row.state === 'IN_PROGRESS';
        if (!session?.state || !driving) {
          if (marks.delete(row.id) && session) alarms.clear(session, '80003');
          continue;
        }
        const node = `${session.state.lastNodeId}/${session.state.nodesLeft}`;
        const mark = marks.get(row.id);
        if (mark?.node !== node) {
          const limitMs =
            (distanceOf(session, row.plan.goal ?? row.plan.station) / slowestMps) * 1000 + allowanceMs;
          marks.set(row.id, { node, sinceMs: nowMs, limitMs });
          if (mark) alarms.clear(session, '80003');
        } else if (nowMs - mark.sinceMs > mark.limitMs) alarms.raise(session, '80003', row.id);
      }
      for (const runId of marks.keys()) if (!runRegistry.get(runId)) marks.delete(runId);
    },
  };
}
