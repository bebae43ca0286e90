import type { LogEntry } from '@sweepline/contract';
import { and, asc, desc, eq, ilike, isNotNull, max, or, sql, sum } from 'drizzle-orm';
import { deviceLogs } from '../../../entities/remote/device-log-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import type { StoredFile } from '../../../platform/files/files.ts';

/** One answer lists at most this many; older pulls of a robot are found in the list of logs. */
const maxEntries = 1_000;

/** A pull with its archive and its place in the tree. */
export interface StoredLog {
  id: string;
  deviceId: string;
  sn: string;
  folder: string;
  createdAt: string;
  file: StoredFile;
}

/** Sorts by time, and its end makes it unique: `20261122T183152Z-9f0c2a`. */
const folderOf = (createdAt: string, id: string) =>
  `${createdAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z-${id.slice(-12)}`;

/** The parts of a folder. The text names rows only; a part like `..` names none. */
export const partsOf = (dir: string): string[] => dir.split('/').filter((part) => part !== '');

const storedIn = (db: Tx, sn?: string) =>
  and(
    visible(db, deviceLogs),
    isNotNull(deviceLogs.fileId),
    sn === undefined ? undefined : eq(devices.sn, sn),
  );

/** The robots that have logs, or those of them that a search finds. */
export async function robotEntries(db: Tx, keyword = ''): Promise<LogEntry[]> {
  const pattern = contains(keyword);
  const rows = await db
    .select({
      sn: devices.sn,
      nickname: devices.nickname,
      bytes: sum(storedFiles.bytes).mapWith(Number),
      at: max(deviceLogs.createdAt),
    })
    .from(deviceLogs)
    .innerJoin(devices, eq(devices.id, deviceLogs.deviceId))
    .innerJoin(storedFiles, eq(storedFiles.id, deviceLogs.fileId))
    .where(
      and(
        storedIn(db),
        keyword ? or(ilike(devices.sn, pattern), ilike(devices.nickname, pattern)) : undefined,
      ),
    )
    .groupBy(devices.sn, devices.nickname)
    .orderBy(asc(devices.sn))
    .limit(maxEntries);
  return rows.map(({ sn, nickname, bytes, at }) => ({
    name: sn,
    nickname,
    path: `/${sn}`,
    kind: 'DIR',
    bytes,
    changedAt: at === null ? null : new Date(at).toISOString(),
    logId: null,
  }));
}

/** The stored logs of one robot, or of all, the newest first. */
async function storedLogs(db: Tx, sn?: string, limit = maxEntries): Promise<StoredLog[]> {
  const rows = await db
    .select({
      id: deviceLogs.id,
      deviceId: devices.id,
      createdAt: deviceLogs.createdAt,
      sn: devices.sn,
      file: storedFiles,
    })
    .from(deviceLogs)
    .innerJoin(devices, eq(devices.id, deviceLogs.deviceId))
    .innerJoin(storedFiles, eq(storedFiles.id, deviceLogs.fileId))
    .where(storedIn(db, sn))
    .orderBy(desc(deviceLogs.createdAt), sql`${deviceLogs.id} desc`)
    .limit(limit);
  return rows.map((row) => ({ ...row, folder: folderOf(row.createdAt, row.id) }));
}

/** The pull of a folder. */
export async function storedLog(db: Tx, sn: string, folder: string): Promise<StoredLog> {
  const found = (await storedLogs(db, sn)).find((it) => it.folder === folder);
  if (!found) throw new Refusal('notFound');
  return found;
}

/** A visible robot by serial number. */
export async function robotOf(db: Tx, sn: string) {
  const [device] = await db
    .select({ id: devices.id, sn: devices.sn, nickname: devices.nickname, model: devices.model })
    .from(devices)
    .where(and(visible(db, devices), eq(devices.sn, sn)));
  if (!device) throw new Refusal('notFound');
  return device;
}

/** The pulls of a robot, the newest first. Their files are read from the archives. */
export async function pullEntries(db: Tx, sn: string): Promise<LogEntry[]> {
  return (await storedLogs(db, sn)).map(({ id, folder, createdAt, file }) => ({
    name: folder,
    nickname: '',
    path: `/${sn}/${folder}`,
    kind: 'DIR',
    bytes: file.bytes,
    changedAt: createdAt,
    logId: id,
  }));
}

/** Pulls, and the name below their files when not all are meant. */
export interface FolderLogs {
  logs: StoredLog[];
  name?: string;
}

/** The pulls of a download: of a robot, or one. All robots at once are none. */
export async function logsBelow(db: Tx, dir: string): Promise<FolderLogs> {
  const [sn, folder, ...names] = partsOf(dir);
  if (sn === undefined) throw wrongField('dir', 'PATH_EMPTY');
  if (folder !== undefined)
    return {
      logs: [await storedLog(db, sn, folder)],
      ...(names.length > 0 && { name: names.join('/') }),
    };
  const logs = await storedLogs(db, sn);
  if (logs.length === 0) throw new Refusal('noDownloadableFiles');
  return { logs };
}
