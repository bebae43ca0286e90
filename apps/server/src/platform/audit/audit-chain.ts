import { inScope, type Db } from '../db/db.ts';

const everyMs = 1_000;
const hourMs = 3_600_000;
const batch = 1_000;
const trimBatch = 5_000;

/** Links everything that is committed to the chain; answers how many links it added. */
export async function sealAudit(db: Db): Promise<number> {
  let all = 0;
  for (;;) {
    const [row] = await inScope(db, [], (tx) =>
      tx.raw<{ sealed: number }>('select audit_seal($1::integer) as sealed', [batch]),
    );
    all += row?.sealed ?? 0;
    if ((row?.sealed ?? 0) < batch) return all;
  }
}

/** Gives changes whose program was killed before it wrote their entry an entry that says so. */
export const adoptChanges = (db: Db) => inScope(db, [], (tx) => tx.raw('select audit_adopt(now())'));

/** Drops what is older than it is kept, a part at a time so that writers never wait long. */
export async function trimAudit(db: Db, daysKept: number): Promise<number> {
  let all = 0;
  for (;;) {
    const [row] = await inScope(db, [], (tx) =>
      tx.raw<{ dropped: string }>('select audit_trim($1::integer, $2::integer) as dropped', [
        daysKept,
        trimBatch,
      ]),
    );
    const dropped = Number(row?.dropped ?? 0);
    all += dropped;
    if (dropped < trimBatch) return all;
  }
}

/** Seals every second and trims every hour until stopped. What is written in the last moment is sealed by the next start. */
export function startAuditCleanup(
  db: Db,
  daysKept: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let turn = Promise.resolve();
  let housekeptMs = -hourMs;

  const work = async () => {
    if (performance.now() - housekeptMs >= hourMs) {
      housekeptMs = performance.now();
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
