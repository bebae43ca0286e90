import { logStoreCalls, type LogEntry } from '@sweepline/contract';
import { logListResult, pullFault } from '@sweepline/contract/robot';
import { deviceLogs } from '../../../entities/remote/device-log-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { carryOutAgain, fromInserted } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { zipStream, type ZippedFile } from '../../../platform/documents/zip-stream.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { countDownloads, readLog } from './device-log-list.ts';
import { checkOnline, checkPaths, findLogging, pullLogs } from './device-log-pull.ts';
import { filesOf, openEntry, readArchive, type LogArchive } from './log-archive.ts';
import type { LogDownloads } from './log-downloads.ts';
import {
  logsBelow,
  partsOf,
  pullEntries,
  robotEntries,
  robotOf,
  storedLog,
  type FolderLogs,
  type StoredLog,
} from './log-store-tree.ts';

/** The files of one pull, or of a folder inside its archive. */
async function fileEntries(ctx: Ctx, sn: string, folder: string): Promise<LogEntry[]> {
  const log = await inShortTransaction(ctx, (db) => storedLog(db, sn, folder));
  const archive = await readArchive(ctx.services.files, log.file);
  return filesOf(archive).map(({ name, bytes }) => ({
    name,
    nickname: '',
    path: `/${sn}/${folder}/${name}`,
    kind: 'FILE',
    bytes,
    changedAt: log.createdAt,
    logId: log.id,
  }));
}

/** The content of a file, opened when it is read. */
async function* contentOf(archive: LogArchive, entry: LogArchive['entries'][number]) {
  yield* await openEntry(archive, entry);
}

/** The files of pulls as entries of one zip. Only their names are in memory. */
async function zippedFiles(files: FileStore, logs: readonly StoredLog[], name?: string) {
  const zipped: ZippedFile[] = [];
  for (const { sn, folder, file } of logs) {
    const archive = await readArchive(files, file);
    for (const entry of archive.entries)
      if (name === undefined || entry.name === name || entry.name.startsWith(`${name}/`))
        zipped.push({
          name: `${sn}/${folder}/${safeName(entry.name)}`,
          content: contentOf(archive, entry),
        });
  }
  return zipped;
}

/** A robot names the entries; the zip for a person has none that leaves its folder. */
const safeName = (name: string) =>
  name
    .split(/[\\/]/)
    .map((part) => part.replaceAll(/[:\p{Cc}]/gu, '_'))
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/') || 'file';

/** The zip of a folder. */
async function zipOf(files: FileStore, dir: string, { logs, name }: FolderLogs): Promise<BytesAnswer> {
  const zipped = await zippedFiles(files, logs, name);
  if (zipped.length === 0) throw new Refusal('noDownloadableFiles');
  const parts = partsOf(dir);
  return {
    mediaType: 'application/zip',
    fileName: `logs-${parts.slice(0, 2).join('-')}.zip`,
    open: () => zipStream(zipped),
  };
}

interface Needs {
  robots: Robots;
  downloads: LogDownloads;
}

export const logStoreAnswers = ({ robots, downloads }: Needs) =>
  answer(logStoreCalls, {
    list: withoutTransaction(async (ctx, { dir, keyword }) => {
      const [sn, folder, ...rest] = partsOf(dir);
      if (rest.length > 0) throw new Refusal('notFound');
      if (sn === undefined)
        return { device: null, list: await inShortTransaction(ctx, (db) => robotEntries(db, keyword)) };
      const device = await inShortTransaction(ctx, (db) => robotOf(db, sn));
      if (folder !== undefined) return { device, list: await fileEntries(ctx, sn, folder) };
      return { device, list: await inShortTransaction(ctx, (db) => pullEntries(db, sn)) };
    }),

    refresh: withoutTransaction(async (ctx, { deviceId, dir, cursor }) => {
      await findLogging(ctx, deviceId);
      if (dir === '') throw wrongField('dir', 'PATH_EMPTY');
      const fault = pullFault(dir);
      if (fault) throw wrongField('dir', fault);
      await checkOnline(robots, deviceId);
      const params = { dir, ...(cursor !== undefined && { cursor }) };
      const row = await withCallRefusals(
        robots.commands.sendAndWait({ deviceId, type: 'log.list', params, by: '' }),
      );
      const result = row.status === 'SUCCEEDED' ? logListResult.safeParse(row.result).data : undefined;
      if (!result) throw new Refusal('deviceUnresponsive');
      const list = result.files.map(({ path, bytes, mtime }) => ({ path, bytes, changedAt: mtime }));
      return { list, cursor: result.cursor };
    }),

    notice: withoutTransaction(
      async (ctx, { deviceId, paths }) => {
        checkPaths(paths);
        const wish = { paths, fromAt: null, toAt: null, modules: [], allowMobileData: false };
        return await pullLogs(ctx, robots, { deviceId, source: 'PATHS', ...wish });
      },
      fromInserted(deviceLogs, readLog),
    ),

    downloadByDir: withoutTransaction(async (ctx, { dir }) => {
      const logs = await inShortTransaction(ctx, (db) => logsBelow(db, dir));
      return await zipOf(ctx.services.files, dir, logs);
    }, carryOutAgain),

    folderUrl: async ({ db, account }, { dir }) => {
      const { logs } = await logsBelow(db, dir);
      await countDownloads(
        db,
        logs.map(({ id }) => id),
      );
      return downloads.addressOfFolder(logs[0]!.deviceId, account.id, dir);
    },

    fetchFolder: withoutTransaction(async ({ services: { db, files } }, { token, dir }) =>
      zipOf(files, dir, await downloads.folderOf(db, token, dir)),
    ),
  });
