import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { agreements } from '../../entities/people/agreement-table.ts';
import { accounts } from '../../entities/people/account-table.ts';
import { sessions } from '../../entities/people/session-table.ts';
import { openSession } from '../../features/people/auth/session-service.ts';
import { BackupFault } from '../../platform/backup/backup-fault.ts';
import { createDb, inScope } from '../../platform/db/db.ts';
import { startEmbeddedPostgres } from '../../platform/embedded/postgres.ts';
import { readEnv, type Env } from '../env.ts';
import { startServer } from '../main.ts';
import {
  restoreInstallation,
  type RestoreOptions,
  type RestoredInstallation,
} from './restore-installation.ts';
import { walkLists } from './walk-lists.ts';

export interface RehearsalOptions extends Pick<RestoreOptions, 'named' | 'keyOf' | 'disk' | 'signal'> {
  /** The folder below which the backup is restored, and deleted again. */
  aside: string;
  onStep?: (step: 'RESTORE' | 'WALK') => void;
}

export interface Rehearsal {
  restored: RestoredInstallation;
  lists: number;
}

/**
 * Proves that the newest backup starts: restores it aside, opens a server on it without robots, jobs and mail, reads every list as its super
 * admin, and deletes it. Throws what the restore or a list says.
 */
export async function rehearseBackup({ aside, onStep, ...options }: RehearsalOptions): Promise<Rehearsal> {
  const folder = mkdtempSync(join(aside, 'sweepline-rehearsal-'));
  const dataDir = join(folder, 'data');
  // PostgreSQL runs as another user under root, and passes through.
  chmodSync(folder, 0o711);
  try {
    onStep?.('RESTORE');
    const env = readEnv({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'error' });
    const within = [dataDir];
    const restored = await restoreInstallation({ ...options, env, isCopy: true, within });
    onStep?.('WALK');
    return { restored, lists: await walkRestored(env, within) };
  } finally {
    // Where PostgreSQL's user could not enter the folder, the database is elsewhere.
    const pointer = join(dataDir, 'pg', 'moved-to');
    if (existsSync(pointer))
      rmSync(dirname(readFileSync(pointer, 'utf8').trim()), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walkRestored(env: Env, within: readonly string[]): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(env.DATA_DIR, 'pg'), log: () => {}, within });
  try {
    const token = await openAdminSession(postgres.serverUrl);
    // Neither jobs nor the sockets of pages: a rehearsal only reads.
    const server = await startServer({ ...env, DATABASE_URL: postgres.serverUrl, ROLES: ['api'] });
    try {
      const { lists, failures } = await walkLists(server.url, token);
      if (failures.length > 0)
        throw new BackupFault(
          'NOT_CONSISTENT',
          `${failures.length} of ${lists} lists fail: ${failures.slice(0, 3).join('; ')}`,
        );
      return lists;
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function openAdminSession(databaseUrl: string): Promise<string> {
  const db = createDb(databaseUrl, { connections: 1 });
  try {
    return await inScope(db, '*', async (tx) => {
      // In the copy only: a person who has to agree, or to change the password first, could read nothing.
      await tx.update(agreements).set({ state: 'UNLISTED' }).where(eq(agreements.state, 'PUBLISHED'));
      const [admin] = await tx
        .update(accounts)
        .set({ mustChangePassword: false })
        .where(and(eq(accounts.roleType, 1), eq(accounts.disabled, false)))
        .returning();
      if (!admin) throw new BackupFault('NOT_CONSISTENT', 'there is no super admin.');
      await tx.delete(sessions).where(eq(sessions.accountId, admin.id));
      return await openSession(tx, () => new Date(), admin, { address: '', agent: 'rehearsal' });
    });
  } finally {
    await db.close();
  }
}
