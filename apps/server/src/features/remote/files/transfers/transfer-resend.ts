import { commandTypes } from '@sweepline/contract/robot';
import { and, eq, getTableName } from 'drizzle-orm';
import { commands } from '../../../../entities/devices/command-table.ts';
import { deviceJobs } from '../../../../entities/devices/device-job-table.ts';
import { deviceLives } from '../../../../entities/devices/device-live-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { deviceLogs } from '../../../../entities/remote/device-log-table.ts';
import { accounts } from '../../../../entities/people/account-table.ts';
import { inScope, type Db } from '../../../../platform/db/db.ts';
import type { Job } from '../../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../../platform/runtime/clock.ts';
import { newId } from '../../../../platform/runtime/ids.ts';
import { RobotRefusal } from '../../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../../robots-port/robots.ts';
import { fileTransfers } from './file-transfer-table.ts';
import { interrupted, replyCodeOf, unsentMs } from './transfer-codes.ts';

interface Needs {
  db: Db;
  robots: Pick<Robots, 'commands'>;
  now: Clock;
}

/** A robot that ends every attempt as interrupted is not asked for ever. */
const maxAttempts = 10;
/** Transfers of one run. */
const maxRows = 200;

type TransferType = 'job.filePush' | 'job.filePull' | 'job.logPull';
interface Interrupted {
  id: string;
  deviceId: string;
  commandId: string;
  type: TransferType;
  params: Record<string, unknown>;
  by: string;
  createdAt: string;
}

/** Files whose pushed file is still there, and that no person has transferred again since. */
const pushesAndPulls = `
  select t.id, t.device_id, t.company_id, t.command_id, t.job_id, t.params, t.attempt, t.code, t.by, t.created_at,
    case t.direction when 'PUSH' then 'job.filePush' else 'job.filePull' end as type
  from ${getTableName(fileTransfers)} t
  where (t.direction = 'PULL' or t.managed_file_id is not null)
    and not exists (select from ${getTableName(fileTransfers)} later where later.device_id = t.device_id
      and later.direction = t.direction and later.path = t.path and later.created_at > t.created_at)`;

/** Logs that people, or the server after an alarm, asked for. */
const logPulls = `
  select l.id, l.device_id, l.company_id, l.command_id, l.job_id, l.params, l.attempt, l.code,
    coalesce(a.username, ''), l.created_at, 'job.logPull' as type
  from ${getTableName(deviceLogs)} l left join ${getTableName(accounts)} a on a.id = l.requested_by_id`;

/**
 * Transfers of robots that are online, whose command was interrupted: it was not stored, the robot restarted before it had stored the
 * job, or the robot accepted it and was away. A job that began goes on by itself.
 */
const selectInterrupted = `
  select t.id, t.device_id as "deviceId", t.command_id as "commandId", t.type, t.params, t.by, t.created_at as "createdAt"
  from (${pushesAndPulls} union all ${logPulls}) t
  join ${getTableName(devices)} d on d.id = t.device_id and d.company_id = t.company_id and d.binding = 'ACTIVATED'
  join ${getTableName(deviceLives)} v on v.id = t.device_id and v.state = 'ONLINE'
  left join ${getTableName(commands)} c on c.id = t.command_id
  where t.created_at > $1::timestamptz and t.attempt < ${maxAttempts} and t.params <> '{}'
    and not exists (select from ${getTableName(deviceJobs)} j where j.device_id = t.device_id and j.job_id = t.job_id)
    and case when c.id is null then t.created_at < $2::timestamptz and t.code in ('', '${interrupted}', 'TIMED_OUT')
      else c.status = 'TIMED_OUT' or (c.status = 'FAILED' and c.code = '${interrupted}') end
  order by t.created_at limit ${maxRows}`;

const expiryOf = ({ type, createdAt }: Interrupted): number =>
  Date.parse(createdAt) + commandTypes[type].ttlMs;

const readInterrupted = ({ db, now }: Needs): Promise<Interrupted[]> => {
  const nowMs = now().getTime();
  const maxLifeMs = Math.max(
    ...(['job.filePush', 'job.filePull', 'job.logPull'] as const).map((type) => commandTypes[type].ttlMs),
  );
  const times = [nowMs - maxLifeMs, nowMs - unsentMs].map((ms) => new Date(ms).toISOString());
  return inScope(db, '*', (tx) => tx.raw<Interrupted>(selectInterrupted, times), { readOnly: true });
};

/** Gives the transfer a new command and returns its id; of two runs, or after a change, undefined. The job stays the same. */
const claim = ({ db }: Needs, { id, commandId, type }: Interrupted): Promise<string | undefined> =>
  inScope(db, '*', async (tx) => {
    const next = newId();
    const rows = await tx.raw<{ id: string }>(
      `update ${tableOf(type)} set command_id = $1, attempt = attempt + 1, code = ''
       where id = $2 and command_id = $3 returning id`,
      [next, id, commandId],
    );
    return rows.length > 0 ? next : undefined;
  });
const tableOf = (type: TransferType) => getTableName(type === 'job.logPull' ? deviceLogs : fileTransfers);

async function refused({ db }: Needs, row: Interrupted, commandId: string, error: unknown): Promise<void> {
  if (!(error instanceof RobotRefusal)) throw error;
  const code = replyCodeOf(error);
  const table = row.type === 'job.logPull' ? deviceLogs : fileTransfers;
  await inScope(db, '*', (tx) =>
    tx
      .update(table)
      .set({ code })
      .where(and(eq(table.id, row.id), eq(table.commandId, commandId))),
  );
}

/**
 * Sends interrupted transfers again while their time is not over. The id of the job stays, and a robot begins no job twice: also one
 * that has the job already carries it out once.
 */
export async function resendInterrupted(needs: Needs): Promise<void> {
  const nowMs = needs.now().getTime();
  for (const row of await readInterrupted(needs)) {
    if (nowMs >= expiryOf(row)) continue;
    const id = await claim(needs, row);
    if (id === undefined) continue;
    const { deviceId, type, params, by } = row;
    const expiresAt = new Date(expiryOf(row)).toISOString();
    await needs.robots.commands
      .sendCommand({ id, deviceId, type, params, by, expiresAt })
      .catch((error: unknown) => refused(needs, row, id, error));
  }
}

export const transferResendJob = (needs: Needs): Job => ({
  name: 'transfers.resend',
  everySeconds: 30,
  run: () => resendInterrupted(needs),
});
