import { commandTypes } from '@sweepline/contract/robot';
import { commands } from '../../../apps/server/src/entities/devices/command-table.ts';
import { deviceJobs } from '../../../apps/server/src/entities/devices/device-job-table.ts';
import { deviceLogs } from '../../../apps/server/src/entities/remote/device-log-table.ts';
import { logCollections } from '../../../apps/server/src/entities/remote/log-collection-table.ts';
import { zipStream } from '../../../apps/server/src/platform/documents/zip-stream.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { storeFile, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { logFilesOf, type LoggedEvent } from './log-lines.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface Robot {
  id: string;
  sn: string;
  companyId: string;
  accountId: string;
  username: string;
}

/** The robot with the most alarms of the last days, and the first account of its company. */
const selectRobot = `
  select d.id, d.sn, d.company_id as "companyId", p.id as "accountId", p.username
  from devices d join lateral (select id, username from accounts where company_id = d.company_id order by username limit 1) p on true
  order by (select count(*) from alarms a where a.device_id = d.id and a.raised_at between $1::timestamptz and $2::timestamptz) desc,
    d.sn limit 1`;
const selectAlarms = `
  select extract(epoch from raised_at)::float8 * 1000 as "atMs", code, level, text from alarms
  where device_id = $1 and raised_at between $2::timestamptz and $3::timestamptz order by raised_at`;
const selectRuns = `
  select extract(epoch from started_at)::float8 * 1000 as "startMs", extract(epoch from ended_at)::float8 * 1000 as "endMs", name
  from runs where device_id = $1 and started_at between $2::timestamptz and $3::timestamptz order by started_at`;

const selectLastOfLane = `
  select coalesce(max(lane_seq), 0)::int as last from commands where device_id = $1 and lane = 'TRANSFER'`;

/** What happened to the robot in the period, as its log says it. */
async function eventsOf(db: Tx, id: string, from: string, to: string): Promise<LoggedEvent[]> {
  const alarms = await db.raw<{ atMs: number; code: string; level: number; text: string }>(selectAlarms, [
    id,
    from,
    to,
  ]);
  const runs = await db.raw<{ startMs: number; endMs: number | null; name: string }>(selectRuns, [
    id,
    from,
    to,
  ]);
  const ran = (atMs: number, text: string): LoggedEvent => ({ atMs, level: 'INFO', module: 'system', text });
  return [
    ...alarms.map(({ atMs, code, level, text }): LoggedEvent => {
      const severity = level >= 3 ? 'ERROR' : 'WARN';
      return { atMs, level: severity, module: 'safety', text: `alarm ${code} raised ${text}`.trim() };
    }),
    ...runs.flatMap(({ startMs, endMs, name }) => [
      ran(startMs, `run started ${name}`),
      ...(endMs === null || endMs > Date.parse(to) ? [] : [ran(endMs, `run ended ${name}`)]),
    ]),
  ];
}

interface Pull {
  atMs: number;
  code: '' | 'NO_FILES';
  paths: string[];
  fileId: string | null;
  laneSeq: number;
}

const isoOf = (ms: number) => new Date(ms).toISOString();

async function insertCommand(db: Tx, robot: Robot, pull: Pull, jobId: string): Promise<string> {
  const { atMs, paths, laneSeq } = pull;
  const at = isoOf(atMs);
  const commandId = newId();
  const { lane, class: kind, ttlMs, timeoutMs } = commandTypes['job.logPull'];
  const range = { from: isoOf(atMs - dayMs), to: at, modules: [] };
  await db.insert(commands).values({
    id: commandId,
    companyId: robot.companyId,
    deviceId: robot.id,
    type: 'job.logPull',
    lane,
    laneSeq,
    class: kind,
    params: { jobId, ...(paths.length > 0 ? { paths } : { range }), compress: true, allowMobileData: false },
    status: 'SUCCEEDED',
    attempts: 1,
    ttlMs,
    timeoutMs,
    by: robot.username,
    createdAt: at,
    sentAt: at,
    lastSentAt: at,
    repliedAt: at,
    acceptedAt: at,
    runningAt: at,
    endedAt: at,
    expiresAt: isoOf(atMs + ttlMs),
  });
  return commandId;
}

async function insertPull(db: Tx, robot: Robot, pull: Pull): Promise<void> {
  const { atMs, code, paths, fileId } = pull;
  const jobId = newId();
  const commandId = await insertCommand(db, robot, pull, jobId);
  const [at, ended] = [isoOf(atMs), isoOf(atMs + 3 * minuteMs)];
  const ids = { companyId: robot.companyId, deviceId: robot.id, commandId, jobId };
  const end =
    code === ''
      ? { state: 'DONE' as const, phase: 'FINISHED' }
      : { state: 'FAILED' as const, phase: 'FAILED' };
  await db.insert(deviceJobs).values({
    ...ids,
    ...end,
    kind: 'LOG_PULL',
    pct: 100,
    code,
    startedAt: at,
    toldAt: ended,
    endedAt: ended,
  });
  const ofPeriod = paths.length === 0;
  await db.insert(deviceLogs).values({
    ...ids,
    source: ofPeriod ? 'ONE_CLICK' : 'PATHS',
    paths,
    fromAt: ofPeriod ? isoOf(atMs - dayMs) : null,
    toAt: ofPeriod ? at : null,
    modules: [],
    fileId,
    requestedById: robot.accountId,
    createdAt: at,
  });
}

/** Creates the logs of one robot: a day of lines that can be read, and a pull that found no files. */
export async function buildLogs(db: Tx, store: FileStore, now: () => Date): Promise<void> {
  const toMs = now().getTime() - 5 * minuteMs;
  const [from, to] = [isoOf(toMs - dayMs), isoOf(toMs)];
  const [robot] = await db.raw<Robot>(selectRobot, [from, to]);
  if (!robot) throw new Error('no robot has logs');
  const files = logFilesOf(robot.sn, { fromMs: toMs - dayMs, toMs }, await eventsOf(db, robot.id, from, to));
  const { id: fileId } = await storeFile(db, store, now, {
    companyId: robot.companyId,
    kind: 'LOG',
    name: `logs-${robot.sn}.zip`,
    mediaType: 'application/zip',
    content: zipStream(files),
  });
  const paths = ['/var/log/robot/2025-01-01/system.log'];
  // The robot may have got files, too.
  const [lane] = await db.raw<{ last: number }>(selectLastOfLane, [robot.id]);
  const last = lane?.last ?? 0;
  const none = { atMs: toMs - 2 * dayMs, code: 'NO_FILES' as const, paths, fileId: null };
  await insertPull(db, robot, { ...none, laneSeq: last + 1 });
  await insertPull(db, robot, { atMs: toMs, code: '', paths: [], fileId, laneSeq: last + 2 });
  // Its company gets the logs around severe alarms by themselves from now on.
  await db.insert(logCollections).values({
    companyId: robot.companyId,
    minLevel: 4,
    dailyBytes: 50 * 1024 * 1024,
    version: 1,
    updatedAt: to,
    updatedBy: robot.username,
  });
}
