import { setTimeout as pause } from 'node:timers/promises';
import { inScope, type Db } from '../db/db.ts';
import { settleClaims } from '../calls/claim-settlement.ts';
import type { Job } from '../jobs/jobs.ts';

const batch = 200;
const trimBatch = 5_000;

/**
 * Adds every committed item to the chain. Returns the number of new links. It uses the database half of the time: a file that was read
 * in leaves thousands of items, and the calls of people share its processors.
 */
export async function sealAudit(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const beganMs = performance.now();
    const [row] = await inScope(db, [], (tx) =>
      tx.raw<{ sealed: number }>('select audit_seal($1::integer) as sealed', [batch]),
    );
    total += row?.sealed ?? 0;
    if ((row?.sealed ?? 0) < batch) return total;
    await pause(performance.now() - beganMs);
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

/** Items written just before a stop are sealed after the next start. PostgreSQL lets one process seal at a time. */
export const auditSealJob = (db: Db): Job => ({
  name: 'audit.seal',
  everySeconds: 1,
  mayOverlap: true,
  run: () => sealAudit(db),
});

/** Completes entries of killed processes and drops what is older than `daysKept`. */
export const auditTrimJob = (db: Db, daysKept: number): Job => ({
  name: 'audit.trim',
  everySeconds: 3_600,
  run: async () => {
    // The entry of a claimed call names account and call; an adopted one does not.
    await settleClaims(db);
    await adoptChanges(db);
    await trimAudit(db, daysKept);
  },
});
