import { inScope, type Db } from '../db/db.ts';

const everyMs = 1_000;
const hourMs = 3_600_000;
const batch = 1_000;
const trimBatch = 5_000;

/** Adds every committed item to the chain. Returns the number of new links. */
export async function sealAudit(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await inScope(db, [], (tx) =>
      tx.raw<{ sealed: number }>('select audit_seal($1::integer) as sealed', [batch]),
    );
    total += row?.sealed ?? 0;
    if ((row?.sealed ?? 0) < batch) return total;
  }
}

/** Adds an entry with the reason `interrupted` for changes whose process was killed before it wrote their entry. */
export const adoptChanges = (db: Db) => inScope(db, [], (tx) => tx.raw('select audit_adopt(now())'));

/** Drops what is older than `daysKept`, in batches so that writers do not wait long. Returns the number of links. */
export async function trimAudit(db: Db, daysKept: number): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await inScope(db, [], (tx) =>
      tx.raw<{ dropped: string }>('select audit_trim($1::integer, $2::integer) as dropped', [
        daysKept,
        trimBatch,
      ]),
    );
    const dropped = Number(row?.dropped ?? 0);
    total += dropped;
    if (dropped < trimBatch) return total;
  }
}

/**
 * Seals every second and trims every hour until the returned function is called. Items written just before the stop are sealed
 * after the next start.
 */
export function startAuditCleanup(
  db: Db,
  daysKept: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let turn = Promise.resolve();
  let cleanedAtMs = -hourMs;

  const work = async () => {
    if (performance.now() - cleanedAtMs >= hourMs) {
      cleanedAtMs = performance.now();
      await adoptChanges(db);
      await trimAudit(db, daysKept);
    }
    await sealAudit(db);
  };
  const next = () => {
    turn = work()
      .catch(onError)
      .finally(() => {
        if (!stopped) timer = setTimeout(next, everyMs);
      });
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await turn;
  };
}
