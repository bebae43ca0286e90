import { Gauge, Registry } from '@prometheus-io/client';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { lastRun } from './backup-overview.ts';

const secondsOf = (at: string | null | undefined) => (at ? Date.parse(at) / 1_000 : undefined);

/** What an alert needs: when the last good backup ended, how long it took, how large it is, and when one was last rehearsed. */
export function createBackupMetrics(db: Db): Registry {
  const registry = new Registry();
  const read = () =>
    inScope(
      db,
      '*',
      async (tx) => ({
        good: await lastRun(tx, undefined, 'BACKUP', ['DONE']),
        rehearsed: await lastRun(tx, undefined, 'REHEARSAL', ['DONE']),
      }),
      { readOnly: true },
    );
  const gauge = (
    name: string,
    help: string,
    value: (rows: Awaited<ReturnType<typeof read>>) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect: async function () {
        // While the database is away the last value stands.
        const rows = await read().catch(() => undefined);
        const present = rows && value(rows);
        if (present !== undefined) this.set(present);
      },
    });
  gauge(
    'sweepline_backup_last_success_timestamp_seconds',
    'End of the last good backup, as Unix time.',
    ({ good }) => secondsOf(good?.endedAt),
  );
  gauge('sweepline_backup_bytes', 'Size of the database and files in the last good backup.', ({ good }) =>
    good ? (good.databaseBytes ?? 0) + (good.fileBytes ?? 0) : undefined,
  );
  gauge('sweepline_backup_duration_seconds', 'Duration of the last good backup.', ({ good }) => {
    const [from, until] = [secondsOf(good?.startedAt), secondsOf(good?.endedAt)];
    return from === undefined || until === undefined ? undefined : until - from;
  });
  gauge(
    'sweepline_backup_rehearsal_timestamp_seconds',
    'End of the last rehearsal that succeeded, as Unix time.',
    ({ rehearsed }) => secondsOf(rehearsed?.endedAt),
  );
  return registry;
}
