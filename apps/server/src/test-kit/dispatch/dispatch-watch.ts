import { inScope, type Db } from '../../platform/db/db.ts';
import type { createKillableServer } from './dispatch-programs.ts';

const checkMs = 200;

/** Runs whose robot has not reported the order, and plans that neither started nor were missed yet. */
const withoutOutcome = `select 'run ' || id as dispatch, device_id::text as device from runs where state = 'WAITING'
  union all select 'plan ' || s.id, s.device_id::text from schedules s
    where not exists (select 1 from schedule_starts t where t.schedule_id = s.id and t.state <> 'DUE')`;

type Server = Pick<Awaited<ReturnType<typeof createKillableServer>>, 'isUp' | 'presence'>;

/** Adds time to a dispatch; the first check that finds it adds none. */
const add = (to: Map<string, number>, dispatch: string, ms: number) =>
  void to.set(dispatch, (to.get(dispatch) ?? -ms) + ms);

/**
 * Measures how long each dispatch is without an outcome while the server is up. The times before and after a kill are added: a
 * server that is killed repeatedly must finish as fast as one that is killed once. The time in which the robot was online is
 * measured separately: a robot reconnects with its own backoff (docs/protocol/connecting.md#reconnecting).
 */
export function watchDispatches(db: Db, server: Server) {
  const waited = new Map<string, number>();
  const waitedForServer = new Map<string, number>();
  let open = new Set<string>();
  let checkedMs = Date.now();
  const check = async () => {
    const rows = await inScope(db, '*', (tx) =>
      tx.raw<{ dispatch: string; device: string }>(withoutOutcome, []),
    );
    const online = new Set((await server.presence()).online);
    const nowMs = Date.now();
    const sinceMs = nowMs - checkedMs;
    checkedMs = nowMs;
    open = new Set(rows.map(({ dispatch }) => dispatch));
    if (!server.isUp()) return;
    for (const { dispatch, device } of rows) {
      add(waited, dispatch, sinceMs);
      if (online.has(device)) add(waitedForServer, dispatch, sinceMs);
    }
  };
  let turn: Promise<void> | undefined;
  const timer = setInterval(() => {
    turn ??= check().finally(() => void (turn = undefined));
  }, checkMs);
  return {
    /** The number of dispatches without an outcome. */
    open: () => open.size,
    maxMs: () => Math.max(0, ...waited.values()),
    longestForServerMs: () => Math.max(0, ...waitedForServer.values()),
    hanging: (ms: number) =>
      [...waitedForServer].flatMap(([dispatch, waitedMs]) => (waitedMs > ms ? [dispatch] : [])),
    stop: async () => {
      clearInterval(timer);
      await turn;
    },
  };
}
