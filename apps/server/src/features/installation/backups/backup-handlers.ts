import { access, constants, mkdir } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { backupCalls } from '@sweepline/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { holdEnded } from '../../../entities/installation/hold-state.ts';
import { installationHolds } from '../../../entities/installation/hold-table.ts';
import type { Disk } from '../../../platform/backup/disk.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { runJobNow } from '../../../platform/jobs/jobs.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { readBackups } from './backup-overview.ts';
import { isPassphrase, readBackupSettings, storePassphrase } from './backup-passphrase-service.ts';
import { backupPlaces, backupRuns, backupSettings } from '../../../entities/installation/backup-table.ts';

interface BackupNeeds {
  vault: Pick<Vault, 'seal' | 'open'>;
  disk: Disk;
  /** Backups inside it are refused. */
  dataDir: string;
}

const ignoreExisting = (error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
};

const isInside = (path: string, folder: string) => `${path}${sep}`.startsWith(`${folder}${sep}`);

async function checkFolder(folder: string, dataDir: string): Promise<string> {
  const path = resolve(folder);
  if (isInside(path, dataDir)) throw new Refusal('backupFolderInside');
  try {
    // Only the last folder is made: a path that is misspelt, or a disk that is not mounted, is an error.
    await mkdir(path, { mode: 0o700 }).catch(ignoreExisting);
    await access(path, constants.W_OK | constants.X_OK);
  } catch {
    throw new Refusal('backupFolderUnusable');
  }
  return path;
}

const findPlace = async (db: Tx, id: string) => {
  const [place] = await db.select().from(backupPlaces).where(eq(backupPlaces.id, id));
  if (!place) throw new Refusal('notFound');
  return place;
};

/** Stores the request; the job carries it out after the commit, at once. */
async function request(ctx: Ctx, placeId: string, what: 'BACKUP' | 'REHEARSAL'): Promise<{ id: string }> {
  const { db, now, account, services } = ctx;
  const id = newId();
  await asSystem(db, async (tx) => {
    const { folder } = await findPlace(tx, placeId);
    if (!(await readBackupSettings(tx))) throw new Refusal('backupNoPassphrase');
    const open = and(eq(backupRuns.placeId, placeId), inArray(backupRuns.state, ['WAITING', 'RUNNING']));
    if ((await tx.select({ id: backupRuns.id }).from(backupRuns).where(open)).length > 0)
      throw new Refusal('backupRunning');
    const requestedAt = now().toISOString();
    const run = { id, what, placeId, folder, state: 'WAITING' as const, requestedAt };
    await tx.insert(backupRuns).values({ ...run, requestedBy: account.username });
  });
  db.afterCommit(() => services.bus.publish(runJobNow, { name: 'backups.run' }));
  return { id };
}

export const backupAnswers = ({ vault, disk, dataDir }: BackupNeeds) =>
  answer(backupCalls, {
    overview: ({ db, now }) => asSystem(db, (tx) => readBackups(tx, { disk, now: now() })),

    addPlace: async ({ db, now, account }, { folder, everyHours, keep }) => {
      const path = await checkFolder(folder, dataDir);
      const id = newId();
      await asSystem(db, async (tx) => {
        const row = { id, folder: path, everyHours, keep, createdAt: now().toISOString() };
        const added = await tx
          .insert(backupPlaces)
          .values({ ...row, createdBy: account.username })
          .onConflictDoNothing()
          .returning({ id: backupPlaces.id });
        if (added.length === 0) throw new Refusal('backupFolderUsed');
      });
      return { id };
    },

    changePlace: async ({ db }, { id, ...change }) => {
      await asSystem(db, async (tx) => {
        await findPlace(tx, id);
        await tx.update(backupPlaces).set(change).where(eq(backupPlaces.id, id));
      });
      return {};
    },

    removePlace: async ({ db }, { id }) => {
      await asSystem(db, async (tx) => {
        await findPlace(tx, id);
        await tx.delete(backupPlaces).where(eq(backupPlaces.id, id));
      });
      return {};
    },

    run: (ctx, { id }) => request(ctx, id, 'BACKUP'),

    rehearse: (ctx, { id }) => request(ctx, id, 'REHEARSAL'),

    setPassphrase: async ({ db, now }, { passphrase }) => {
      await asSystem(db, (tx) => storePassphrase(tx, vault, now(), passphrase));
      return {};
    },

    checkPassphrase: ({ db, now }, { passphrase }) =>
      asSystem(db, async (tx) => {
        const isRight = await isPassphrase(tx, vault, passphrase);
        if (isRight) await tx.update(backupSettings).set({ checkedAt: now().toISOString() });
        return { isRight };
      }),

    endHold: async ({ db, services }) => {
      await asSystem(db, async (tx) => {
        const ended = await tx.delete(installationHolds).returning({ id: installationHolds.id });
        if (ended.length === 0) throw new Refusal('notFound');
      });
      db.afterCommit(() => services.bus.publish(holdEnded, {}));
      return {};
    },
  });
