import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { backupFaultOf } from '../../../platform/backup/backup-fault.ts';
import type { BackupMachine } from '../../../platform/backup/backup-machine.ts';
import type { BackupProgress } from '../../../platform/backup/backup-options.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { readBackupKey } from './backup-passphrase-service.ts';
import { lastRun } from './backup-overview.ts';
import { abandonedMs, isRehearsalDue, nextBackupAt } from './backup-rules.ts';
import { backupPlaces, backupRuns, type BackupRunRow } from '../../../entities/installation/backup-table.ts';
import { BackupFault } from '../../../platform/backup/backup-fault.ts';

export interface BackupJobNeeds {
  db: Db;
  now: Clock;
  vault: Pick<Vault, 'open'>;
  backups: BackupMachine;
}

const signMs = 5_000;
/** The run of a job ends earlier than the queue gives it up; a longer backup goes on, and the next run of the job finds it at work. */
const maxJobMs = 240_000;

/** Runs of processes that ended have failed, and stand in the way of no other. */
const failAbandoned = (tx: Tx, now: Date) =>
  tx
    .update(backupRuns)
    .set({ state: 'FAILED', fault: 'STOPPED', endedAt: now.toISOString(), phase: null })
    .where(
      and(
        eq(backupRuns.state, 'RUNNING'),
        lt(backupRuns.signAt, new Date(now.getTime() - abandonedMs).toISOString()),
      ),
    );

/** Requests what the schedules want now. */
async function requestDue(tx: Tx, now: Date): Promise<void> {
  for (const place of await tx.select().from(backupPlaces)) {
    const { id: placeId, folder } = place;
    if (await lastRun(tx, placeId, 'BACKUP', ['WAITING', 'RUNNING'])) continue;
    if (await lastRun(tx, placeId, 'REHEARSAL', ['WAITING', 'RUNNING'])) continue;
    const row = { id: newId(), placeId, folder, state: 'WAITING' as const, requestedAt: now.toISOString() };
    const last = await lastRun(tx, placeId, 'BACKUP', ['DONE', 'FAILED', 'DELETED']);
    const dueAt = nextBackupAt(place, last);
    if (dueAt && dueAt <= now) await tx.insert(backupRuns).values({ ...row, what: 'BACKUP' });
    else if (place.everyHours > 0 && (await lastRun(tx, placeId, 'BACKUP', ['DONE']))) {
      const rehearsed = await lastRun(tx, placeId, 'REHEARSAL', ['DONE', 'FAILED']);
      if (isRehearsalDue(rehearsed, now)) await tx.insert(backupRuns).values({ ...row, what: 'REHEARSAL' });
    }
  }
}

/** Takes the oldest request; undefined while another run is at work, or without one. */
async function takeNext(tx: Tx, now: Date): Promise<BackupRunRow | undefined> {
  const [running] = await tx.select().from(backupRuns).where(eq(backupRuns.state, 'RUNNING')).limit(1);
  if (running) return undefined;
  const [next] = await tx
    .select({ id: backupRuns.id })
    .from(backupRuns)
    .where(eq(backupRuns.state, 'WAITING'))
    .orderBy(asc(backupRuns.requestedAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!next) return undefined;
  const at = now.toISOString();
  const started = { state: 'RUNNING', startedAt: at, signAt: at } as const;
  const [run] = await tx.update(backupRuns).set(started).where(eq(backupRuns.id, next.id)).returning();
  return run;
}

type Outcome = Partial<BackupRunRow>;

async function work(
  { db, vault, backups }: BackupJobNeeds,
  run: BackupRunRow,
  onProgress: (progress: BackupProgress) => void,
): Promise<Outcome> {
  const { place, key } = await inScope(db, '*', async (tx) => ({
    place: (await tx.select().from(backupPlaces).where(eq(backupPlaces.id, run.placeId)))[0],
    key: await readBackupKey(tx, vault),
  }));
  if (!key) throw new BackupFault('NO_PASSPHRASE');
  if (run.what === 'REHEARSAL') {
    const { name, lists } = await backups.rehearse({ named: run.folder, key }, onProgress);
    return { name, lists };
  }
  const task = { place: run.folder, keep: place?.keep ?? Number.MAX_SAFE_INTEGER, key };
  const { name, head, deleted } = await backups.create(task, onProgress);
  await inScope(db, '*', (tx) =>
    tx
      .update(backupRuns)
      .set({ state: 'DELETED' })
      .where(
        and(
          eq(backupRuns.placeId, run.placeId),
          eq(backupRuns.what, 'BACKUP'),
          inArray(backupRuns.name, ['', ...deleted]),
          eq(backupRuns.state, 'DONE'),
        ),
      ),
  );
  const { kind, databaseBytes, files, fileBytes, newFileBytes } = head;
  return { name, kind, databaseBytes, files, fileBytes, newFileBytes, faultyFiles: head.faultyFiles.length };
}

/** Does one run, and shows on the way how far it is. */
async function execute(needs: BackupJobNeeds, run: BackupRunRow): Promise<void> {
  const { db, now } = needs;
  const write = (change: Outcome) =>
    inScope(db, '*', (tx) => tx.update(backupRuns).set(change).where(eq(backupRuns.id, run.id)));
  let progress: Outcome = {};
  const timer = setInterval(() => {
    // A sign that is lost is followed by the next one.
    write({ ...progress, signAt: now().toISOString() }).catch(() => {});
  }, signMs);
  let outcome: Outcome;
  try {
    outcome = { state: 'DONE', ...(await work(needs, run, (step) => void (progress = { ...step }))) };
  } catch (error) {
    const { code, detail } = backupFaultOf(error);
    outcome = { state: 'FAILED', fault: code, faultDetail: detail };
  } finally {
    clearInterval(timer);
  }
  await write({ ...outcome, phase: null, endedAt: now().toISOString() });
}

/** Makes the backups and rehearsals that people asked for or that are due, one after the other. */
export function backupJob(needs: BackupJobNeeds): Job {
  const { db, now } = needs;
  let current: Promise<void> | undefined;
  const all = async () => {
    for (;;) {
      const run = await inScope(db, '*', async (tx) => {
        await failAbandoned(tx, now());
        await requestDue(tx, now());
        return await takeNext(tx, now());
      });
      if (!run) return;
      await execute(needs, run);
    }
  };
  return {
    name: 'backups.run',
    everySeconds: 60,
    run: async () => {
      current ??= all().finally(() => (current = undefined));
      await Promise.race([current, pause(maxJobMs, undefined, { ref: false })]);
    },
  };
}
