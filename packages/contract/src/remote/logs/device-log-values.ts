import { z } from 'zod';
import { moment } from '../../grammar/call.ts';
import { jobWait } from '../../robot/jobs/job-values.ts';
import { commandJob } from '../../devices/device-live.ts';

/** Levels of log lines, the lowest first. */
export const logLevels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type LogLevel = (typeof logLevels)[number];

/** ALARM: the server asked for the time around an alarm by itself. */
export const logPullSources = ['PATHS', 'RANGE', 'ONE_CLICK', 'ALARM'] as const;
export const logPullStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELED'] as const;
export type LogPullState = (typeof logPullStates)[number];

/** Whether a pull has ended. */
export const isOverLogPull = (state: LogPullState): boolean => state !== 'WAITING' && state !== 'RUNNING';

/** Logs are deleted after this time. */
export const logDays = 180;
/** An answer about a larger archive would take longer than a page waits. */
export const logLimits = { devices: 50, paths: 200, modules: 50, lines: 500, path: 512 } as const;

/** A request for logs of one robot, its progress and its file. */
export const deviceLog = z.object({
  id: z.string(),
  device: z.object({ id: z.string(), sn: z.string(), nickname: z.string(), model: z.string() }),
  companyId: z.string(),
  companyName: z.string(),
  source: z.enum(logPullSources),
  /** The files asked for; empty for a period. */
  paths: z.array(z.string()),
  /** The period of the lines; null for files. */
  from: moment.nullable(),
  to: moment.nullable(),
  /** Empty for all. */
  modules: z.array(z.string()),
  state: z.enum(logPullStates),
  /** Phase of the robot: docs/protocol/files.md#logs-and-files. Empty before its first report. */
  phase: z.string(),
  ...commandJob.pick({ pct: true, bytesDone: true, bytesTotal: true, rateBps: true }).shape,
  /** Why it failed or is paused; empty otherwise. */
  code: z.string(),
  waits: z.array(jobWait),
  /** The archive; null while there is none. */
  file: z.object({ name: z.string(), bytes: z.number().int() }).nullable(),
  /** The alarm whose time was asked for; null otherwise. */
  alarmId: z.string().nullable(),
  /** Empty for the server, when the account was deleted, or is outside the tenant scope. */
  by: z.string(),
  createdAt: moment,
  endedAt: moment.nullable(),
  /** When the archive is deleted. */
  deletedAt: moment,
});
export type DeviceLog = z.infer<typeof deviceLog>;

/** A file of an archive. */
export const logFile = z.object({
  /** Position in the archive. */
  index: z.number().int(),
  name: z.string(),
  /** Unpacked. */
  bytes: z.number(),
  /** The name of the file without folders and ending. */
  module: z.string(),
});
export type LogFile = z.infer<typeof logFile>;

/** A line of an archive: `ISO LEVEL module text`. A line in another form has the time, level and module of the one before. */
export const logLine = z.object({
  /** Position among the lines that the call reads, in their order of time. */
  n: z.number().int(),
  file: z.string(),
  at: moment.nullable(),
  /** One of `logLevels`, or the robot's own. */
  level: z.string(),
  module: z.string(),
  text: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

/** What an address for downloads ends with. */
export const downloadToken = z.string().regex(/^[A-Za-z0-9_-]{20,200}$/);
export const downloadAddress = z.object({ url: z.string(), expiresAt: moment });
