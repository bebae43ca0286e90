import { deviceLogCalls } from '@sweepline/contract';
import { and } from 'drizzle-orm';
import { deviceLogs } from '../../../entities/remote/device-log-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { carryOutAgain, fromInserted } from '../../../platform/calls/recoveries.ts';
import { firstReasonText } from '../../../platform/calls/refusal-text.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { bytesOfFile } from '../../../platform/files/files.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { countDownloads, listLogs, readLog } from './device-log-list.ts';
import { cancelPull, checkPaths, pullLogs } from './device-log-pull.ts';
import type { LogDownloads } from './log-downloads.ts';
import { bytesOfEntry, fileOfLog, filesOf, readArchive } from './log-archive.ts';
import { readLines } from './log-lines.ts';

const dayMs = 86_400_000;

interface Needs {
  robots: Robots;
  downloads: LogDownloads;
}

/** The period of a pull that names no files. */
function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from === undefined) throw wrongField('from', 'REQUIRED');
  if (to === undefined) throw wrongField('to', 'REQUIRED');
  return { fromAt: from, toAt: to };
}

async function namesOf(db: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: devices.id, sn: devices.sn, nickname: devices.nickname })
    .from(devices)
    .where(and(visible(db, devices), inValues(devices.id, ids)));
  return new Map(rows.map(({ id, sn, nickname }) => [id, nickname || sn]));
}

/** One robot of several: its refusal is its result. */
async function pullLastDay(ctx: Ctx, robots: Robots, deviceId: string, allowMobileData: boolean) {
  const now = ctx.now().getTime();
  try {
    const { id } = await pullLogs(ctx, robots, {
      deviceId,
      source: 'ONE_CLICK',
      paths: [],
      fromAt: new Date(now - dayMs).toISOString(),
      toAt: new Date(now).toISOString(),
      modules: [],
      allowMobileData,
    });
    return { id, reason: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id: null, reason: firstReasonText(error, ctx.caller.lang) };
  }
}

const countDownload = async (db: Tx, id: string): Promise<void> => {
  await fileOfLog(db, await find(db, deviceLogs, id, { lock: true }));
  await countDownloads(db, [id]);
};

const fileIn = (ctx: Ctx, id: string) =>
  inShortTransaction(ctx, async (db) => await fileOfLog(db, await find(db, deviceLogs, id)));

const pullAnswers = (robots: Robots) => ({
  upload: withoutTransaction(
    async (ctx: Ctx, { source, paths, from, to, modules, ...input }: UploadInput) => {
      if (source === 'PATHS') checkPaths(paths);
      const period = source === 'RANGE' ? periodOf({ from, to }) : { fromAt: null, toAt: null };
      const wish = source === 'RANGE' ? { paths: [], modules } : { paths, modules: [] };
      return await pullLogs(ctx, robots, { ...input, source, ...wish, ...period });
    },
    fromInserted(deviceLogs, readLog),
  ),

  oneClickPull: withoutTransaction(
    async (ctx: Ctx, { deviceIds, allowMobileData }: { deviceIds: string[]; allowMobileData: boolean }) => {
      const ids = [...new Set(deviceIds)];
      const names = await inShortTransaction(ctx, (db) => namesOf(db, ids));
      // One robot that the caller does not see refuses all: ids cannot be probed.
      if (names.size < ids.length) throw new Refusal('notFound');
      const pull = async (deviceId: string) => ({
        deviceId,
        name: names.get(deviceId) ?? '',
        ...(await pullLastDay(ctx, robots, deviceId, allowMobileData)),
      });
      return { list: await Promise.all(ids.map(pull)) };
    },
    carryOutAgain,
  ),

  cancel: withoutTransaction(
    (ctx: Ctx, { id }: { id: string }) => cancelPull(ctx, robots, id),
    carryOutAgain,
  ),
});
type UploadInput = Parameters<Parameters<typeof answer<typeof deviceLogCalls>>[1]['upload']>[1];

export const deviceLogAnswers = ({ robots, downloads }: Needs) =>
  answer(deviceLogCalls, {
    ...pullAnswers(robots),

    list: ({ db }, input) => listLogs(db, input),

    detail: ({ db }, { id }) => readLog(db, id),

    files: withoutTransaction(async (ctx, { id }) => ({
      list: filesOf(await readArchive(ctx.services.files, await fileIn(ctx, id))),
    })),

    fileUrl: async ({ db, account }, { id, index }) => {
      await countDownload(db, id);
      return downloads.addressOfFile(id, account.id, index);
    },

    downloadUrl: async ({ db, account }, { id }) => {
      await countDownload(db, id);
      return downloads.addressOf(id, account.id);
    },

    fetch: withoutTransaction(async ({ services }, { token }) => {
      const file = await downloads.fileOf(services.db, token);
      return { ...bytesOfFile(services.files, file), fileName: file.name };
    }),

    fetchFile: withoutTransaction(async ({ services }, { token, index }) => {
      const archive = await readArchive(services.files, await downloads.fileOf(services.db, token));
      return await bytesOfEntry(archive, index);
    }),

    lines: withoutTransaction(async (ctx, { id, ...wish }) =>
      readLines(await readArchive(ctx.services.files, await fileIn(ctx, id)), wish),
    ),
  });
