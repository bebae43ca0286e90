import { z } from 'zod';
import { byId, calls, moment } from '../../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import {
  deviceLog,
  downloadAddress,
  downloadToken,
  logFile,
  logLevels,
  logLimits,
  logLine,
  logPullSources,
  logPullStates,
} from './device-log-values.ts';

const { deviceLogs, deviceLogPull, deviceLogDownload } = permissions;
/** More than 100 MB may use the SIM card; otherwise the robot waits for Wi-Fi. */
const allowMobileData = z.boolean().default(false);

/** The result per robot of a request to several. */
const startedLog = z.object({
  deviceId: z.string(),
  name: z.string(),
  /** The pull; null when the robot was refused. */
  id: z.string().nullable(),
  /** The text of the refusal in the caller's language; empty otherwise. */
  reason: z.string(),
});

/** Logs that people fetch from robots, and their lines. */
export const deviceLogCalls = calls('deviceLogs', {
  list: {
    method: 'POST',
    path: 'service/deviceLog/list',
    allow: deviceLogs,
    reads: true,
    input: listInput({
      /** Part of the robot's name or serial number, of a path or of a module. */
      keyword,
      deviceId: z.uuid().optional(),
      companyId: z.uuid().optional(),
      state: z.array(z.enum(logPullStates)).optional(),
      source: z.array(z.enum(logPullSources)).optional(),
      /** Requested in this period. */
      from: moment.optional(),
      to: moment.optional(),
      sort: sortBy('createdAt', 'bytes').default('-createdAt'),
    }),
    output: listOf(deviceLog),
  },
  detail: {
    method: 'POST',
    path: 'service/deviceLog/detail',
    allow: deviceLogs,
    reads: true,
    input: byId,
    output: deviceLog,
  },
  /** Asks a robot for files, or for all lines of a period. */
  upload: {
    method: 'POST',
    path: 'service/deviceLog/upload',
    allow: deviceLogPull,
    input: z.strictObject({
      deviceId: z.uuid(),
      source: z.enum(['PATHS', 'RANGE']),
      paths: z.array(z.string().trim().max(logLimits.path)).max(logLimits.paths).default([]),
      from: moment.optional(),
      to: moment.optional(),
      /** Empty for all. */
      modules: z.array(z.string().trim().min(1).max(32)).max(logLimits.modules).default([]),
      allowMobileData,
    }),
    output: deviceLog,
  },
  /** Asks robots for all lines of the last 24 hours. */
  oneClickPull: {
    method: 'POST',
    path: 'service/deviceLog/oneClickPull',
    allow: deviceLogPull,
    input: z.strictObject({
      deviceIds: z.array(z.uuid()).min(1).max(logLimits.devices),
      allowMobileData,
    }),
    output: z.object({ list: z.array(startedLog) }),
  },
  /** Cancels a pull that has not ended. The robot stops when it hears of it. */
  cancel: {
    method: 'POST',
    path: 'service/deviceLog/cancel',
    allow: deviceLogPull,
    input: byId,
    output: deviceLog,
  },
  /** The files of an archive. */
  files: {
    method: 'GET',
    path: 'service/deviceLog/file/list',
    allow: deviceLogs,
    input: byId,
    output: z.object({ list: z.array(logFile) }),
  },
  /** The address of one file of an archive. */
  fileUrl: {
    method: 'GET',
    path: 'service/deviceLog/file/getUrl',
    allow: deviceLogDownload,
    reads: false,
    input: z.strictObject({ id: z.uuid(), index: z.coerce.number().int().min(0) }),
    output: downloadAddress,
  },
  /** The address of an archive: for the caller's account, for ten minutes, with ranges. */
  downloadUrl: {
    method: 'POST',
    path: 'file/deviceLog/getDownloadUrl',
    allow: deviceLogDownload,
    input: byId,
    output: downloadAddress,
  },
  /** The archive of such an address. The browser sends no session there; the account's rights are checked again. */
  fetch: {
    method: 'GET',
    path: 'file/deviceLog/:token',
    kind: 'bytes',
    allow: 'everyone',
    input: z.strictObject({ token: downloadToken }),
    output: z.unknown(),
  },
  fetchFile: {
    method: 'GET',
    path: 'file/deviceLog/:token/:index',
    kind: 'bytes',
    allow: 'everyone',
    input: z.strictObject({ token: downloadToken, index: z.coerce.number().int().min(0) }),
    output: z.unknown(),
  },
  /** Lines of an archive by time, of one file or of all, beginning at `cursor`. */
  lines: {
    method: 'POST',
    path: 'service/deviceLog/line/query',
    allow: deviceLogs,
    reads: true,
    input: z.strictObject({
      id: z.uuid(),
      file: z.string().max(500).optional(),
      levels: z.array(z.enum(logLevels)).optional(),
      module: z.string().trim().max(64).optional(),
      /** Part of the text. */
      keyword,
      from: moment.optional(),
      to: moment.optional(),
      cursor: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(logLimits.lines).default(200),
    }),
    output: z.object({
      lines: z.array(logLine),
      /** Continues the reading; null at the end. An answer with few lines may have one: each call reads a limited amount. */
      cursor: z.number().int().nullable(),
    }),
  },
});
