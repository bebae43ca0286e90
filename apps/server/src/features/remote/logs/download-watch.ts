import { topics, type CommandJob, type Message } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { commands } from '../../../entities/devices/command-table.ts';
import { deviceLogs } from '../../../entities/remote/device-log-table.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { inScope } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { createLogDownloads } from './log-downloads.ts';

type Change = Message<typeof topics.jobs>['changes'][number];
type Download = Message<typeof topics.download>;

const finished = 100;

/**
 * Sends the progress of pulls to the accounts that asked for them. Only the server of the robot does, and the bus carries it to the
 * server of the page.
 */
export function watchDownloads(
  { bus, db }: Pick<Services, 'bus' | 'db'>,
  { vault, now, onError }: { vault: Pick<Vault, 'keyFor'>; now: Clock; onError: (error: unknown) => void },
) {
  const downloads = createLogDownloads(vault, now);
  /** Messages in their order: a late one would show an older progress. */
  let sending: Promise<void> = Promise.resolve();

  /** By the job, because a request that was sent again has several commands. */
  const logOf = (commandId: string) =>
    inScope(
      db,
      '*',
      async (tx) => {
        const ofJob = sql`${commands.params}->>'jobId' = ${deviceLogs.jobId}::text`;
        const rows = await tx
          .select({ log: deviceLogs })
          .from(commands)
          .innerJoin(deviceLogs, and(eq(deviceLogs.deviceId, commands.deviceId), ofJob))
          .where(eq(commands.id, commandId));
        return rows[0]?.log;
      },
      { readOnly: true },
    );

  const publish = async ({ id: commandId, deviceId, job }: Change): Promise<void> => {
    const log = await logOf(commandId);
    // A page waits only for what its reader asked for.
    if (!log || log.requestedById === null) return;
    const { id, companyId, requestedById: accountId } = log;
    const hasFile = job.state === 'DONE' && log.fileId !== null;
    const message: Download = {
      id,
      deviceId,
      state: job.state,
      progress: progressOf(job),
      url: hasFile ? downloads.addressOf(id, accountId).url : '',
    };
    bus.publish(topics.download, message, { companyId, accountId });
  };

  const stop = bus.subscribeOwn(topics.jobs, ({ content }) => {
    for (const change of content.changes)
      if (change.job.kind === 'LOG_PULL') sending = sending.then(() => publish(change)).catch(onError);
  });
  return {
    stop: () => {
      stop();
      return sending;
    },
  };
}

const progressOf = ({ state, pct }: CommandJob): number => (state === 'DONE' ? finished : (pct ?? 0));
