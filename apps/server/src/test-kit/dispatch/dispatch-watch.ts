import { inScope, type Db } from '../../platform/db/db.ts';
import type { aMortalServer } from './dispatch-programs.ts';

const lookMs = 200;

/** Runs whose robot has not shown the order, and plans of which nobody can say yet whether they began or were missed. */
const withoutOutcome = `select 'run ' || id as dispatch, device_id::text as device from runs where state = 'WAITING'
  union all select 'plan ' || s.id, s.device_id::text from schedules s
    where not exists (select 1 from schedule_starts t where t.schedule_id = s.id and t.state <> 'DUE')`;

type Server = Pick<Awaited<ReturnType<typeof aMortalServer>>, 'isUp' | 'presence'>;

/** Adds time to a dispatch; the look that finds it first adds none. */
const add = (to: Map<string, number>, dispatch: string, ms: number) =>
  void to.set(dispatch, (to.get(dispatch) ?? -ms) + ms);

/**
 * Measures how long each dispatch is without an outcome while the server is up. The times before and after a kill count together:
 * a server that is killed again and again must get on as well as one that is left alone after one kill. Told apart is the time in
 * which its robot was there: one that has lost its server comes back in its own time (protocol 1.1), and nobody can start it before.
 */
export function watchDispatches(db: Db, server: Server) {
  const waited = new Map<string, number>();
  const waitedForUs = new Map<string, number>();
  let open = new Set<string>();
  let lookedMs = Date.now();
  const look = async () => {
    const rows = await inScope(db, '*', (tx) =>
      tx.raw<{ dispatch: string; device: string }>(withoutOutcome, []),
    );
    const online = new Set((await server.presence()).online);
    const nowMs = Date.now();
    const sinceMs = nowMs - lookedMs;
    lookedMs = nowMs;
    open = new Set(rows.map(({ dispatch }) => dispatch));
    if (!server.isUp()) return;
    for (const { dispatch, device } of rows) {
      add(waited, dispatch, sinceMs);
      if (online.has(device)) add(waitedForUs, dispatch, sinceMs);
    }
  };
  let turn: Promise<void> | undefined;
  const timer = setInterval(() => {
    turn ??= look().finally(() => void (turn = undefined));
  }, lookMs);
  return {
    /** How many are without an outcome now. */
    open: () => open.size,
    longestMs: () => Math.max(0, ...waited.values()),
    longestForUsMs: () => Math.max(0, ...waitedForUs.values()),
    hanging: (ms: number) => [...waitedForUs].flatMap(([dispatch, it]) => (it > ms ? [dispatch] : [])),
    stop: async () => {
      clearInterval(timer);
      await turn;
    },
  };
}
