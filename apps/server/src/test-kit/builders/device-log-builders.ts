import { buffer } from 'node:stream/consumers';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import { deviceLogs } from '../../entities/remote/device-log-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { zipStream } from '../../platform/documents/zip-stream.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { commandBuilders } from './command-builders.ts';
import { companyIds, people } from '../people.ts';

interface Insert extends Partial<typeof deviceLogs.$inferInsert> {
  /** The files of the archive by name; null for a pull without one. */
  files?: Record<string, string> | null;
  /** The archive as it is stored; by default a zip of the files. */
  content?: Buffer;
  state?: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED';
  code?: string;
}

const someFiles = { 'system.log': '2030-01-02T03:00:00.000Z INFO system started\n' };

/** Builders of logs that robots uploaded. The default company is the mall. */
export const deviceLogBuilders = (
  db: Db,
  files: FileStore,
  now: Clock,
  { aCommand }: Pick<ReturnType<typeof commandBuilders>, 'aCommand'>,
) => ({
  aDeviceLog: async ({
    files: contents = someFiles,
    content,
    state = 'DONE',
    code = '',
    ...row
  }: Insert = {}) => {
    const { companyId = companyIds.mall, deviceId = '01900000-0000-7000-8004-000000000001' } = row;
    const [jobId, at] = [newId(), now().toISOString()];
    const params = { jobId };
    const command = await aCommand({ companyId, deviceId, type: 'job.logPull', lane: 'TRANSFER', params });
    const zipped =
      contents &&
      (await buffer(zipStream(Object.entries(contents).map(([name, text]) => ({ name, content: [text] })))));
    const archive = content ?? zipped;
    return await inScope(db, '*', async (tx) => {
      const stored = { companyId, kind: 'LOG', name: 'logs.zip', mediaType: 'application/zip' };
      const file = archive && (await storeFile(tx, files, now, { ...stored, content: archive }));
      const endedAt = state === 'RUNNING' ? null : at;
      const job = { kind: 'LOG_PULL', state, phase: state === 'DONE' ? 'FINISHED' : state, code };
      await tx.insert(deviceJobs).values({
        companyId,
        deviceId,
        commandId: command.id,
        jobId,
        ...job,
        startedAt: at,
        toldAt: at,
        endedAt,
      });
      const log = {
        companyId,
        deviceId,
        commandId: command.id,
        jobId,
        source: 'RANGE' as const,
        paths: [],
        fromAt: at,
        toAt: at,
        modules: [],
        fileId: file?.id ?? null,
        requestedById: people.mallAdmin.id,
        createdAt: at,
        ...row,
      };
      return (await tx.insert(deviceLogs).values(log).returning())[0]!;
    });
  },
});
