import { z } from 'zod';
import { calls, moment } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';
import { deviceLog, downloadAddress, downloadToken, logLimits } from './device-log-values.ts';

const { deviceLogs, deviceLogPull, deviceLogDownload } = permissions;
const dir = z.string().trim().max(600);

/** An entry of the stored logs: a robot by serial number, below it its pulls, below them their files. */
export const logEntry = z.object({
  name: z.string(),
  /** Nickname of a robot; empty for what is below it. */
  nickname: z.string(),
  path: z.string(),
  kind: z.enum(['DIR', 'FILE']),
  /** Of a file unpacked, of a folder as stored. */
  bytes: z.number(),
  changedAt: moment.nullable(),
  /** The pull that the entry belongs to; null for a robot. */
  logId: z.string().nullable(),
});
export type LogEntry = z.infer<typeof logEntry>;

/** A file as it lies on the robot. */
export const robotLogFile = z.object({ path: z.string(), bytes: z.number(), changedAt: moment });
export type RobotLogFile = z.infer<typeof robotLogFile>;

/** The stored logs as a tree of folders, and the files on the robots themselves. */
export const logStoreCalls = calls('deviceLogs', {
  list: {
    method: 'POST',
    path: 'file/ftp/log/list',
    allow: deviceLogs,
    reads: true,
    /** `keyword` searches the robots by serial number and nickname. */
    input: z.strictObject({ dir: dir.default('/'), keyword: z.string().trim().max(100).optional() }),
    /** `device` is the robot that the folder belongs to; null for the folder of all robots. */
    output: z.object({ device: deviceLog.shape.device.nullable(), list: z.array(logEntry) }),
  },
  /** Asks the robot which files it has. */
  refresh: {
    method: 'GET',
    path: 'file/ftp/log/refresh',
    allow: deviceLogs,
    input: z.strictObject({
      deviceId: z.uuid(),
      dir: z.string().trim().max(logLimits.path).default('/var/log/robot'),
      cursor: z.string().max(512).optional(),
    }),
    output: z.object({ list: z.array(robotLogFile), cursor: z.string().nullable() }),
  },
  /** Asks the robot to upload files. */
  notice: {
    method: 'POST',
    path: 'file/ftp/log/notice',
    allow: deviceLogPull,
    input: z.strictObject({
      deviceId: z.uuid(),
      paths: z.array(z.string().trim().max(logLimits.path)).max(logLimits.paths),
    }),
    output: deviceLog,
  },
  /** All files below a folder as one zip. A page opens an address instead, because a zip may be large. */
  downloadByDir: {
    method: 'POST',
    path: 'file/log/downloadByDir',
    kind: 'bytes',
    allow: deviceLogDownload,
    input: z.strictObject({ dir }),
    output: z.unknown(),
  },
  /** The address of the zip of a folder: for the caller's account, for ten minutes. */
  folderUrl: {
    method: 'POST',
    path: 'file/log/getDownloadUrlByDir',
    allow: deviceLogDownload,
    input: z.strictObject({ dir }),
    output: downloadAddress,
  },
  /** The zip of such an address. The browser sends no session there; the account's rights are checked again. */
  fetchFolder: {
    method: 'GET',
    path: 'file/log/:token',
    kind: 'bytes',
    allow: 'everyone',
    input: z.strictObject({ token: downloadToken, dir }),
    output: z.unknown(),
  },
});
