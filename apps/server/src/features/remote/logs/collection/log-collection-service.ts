import { alarmLogMinutes } from '@sweepline/contract';
import { can, type Vehicle } from '@sweepline/contract/robot';
import { eq, getTableName } from 'drizzle-orm';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { deviceLogs } from '../../../../entities/remote/device-log-table.ts';
import { logCollections } from '../../../../entities/remote/log-collection-table.ts';
import { inScope, type Db } from '../../../../platform/db/db.ts';
import { storedFiles } from '../../../../platform/files/file-table.ts';
import type { Job } from '../../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../../platform/runtime/clock.ts';
import { newId } from '../../../../platform/runtime/ids.ts';
import { RobotRefusal } from '../../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../../robots-port/robots.ts';

/** Requests of one run: robots with many alarms do not delay the others. */
const maxRequests = 200;
/** A robot that was offline sends the logs of its alarms when it is back within this time. */
const lookBack = `interval '24 hours'`;
const around = `interval '${alarmLogMinutes} minutes'`;

interface DueAlarm {
  id: string;
  vehicle: Vehicle;
  companyId: string;
  deviceId: string;
  fromAt: string;
  toAt: string;
}
/** A robot that was sold has the logs of another company by now. */
const ownDevice = (of: string) =>
  `${getTableName(devices)} d on d.id = ${of}.device_id and d.company_id = ${of}.company_id and d.binding = 'ACTIVATED'`;

const isoOf = (moment: string) => `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The newest alarm of each robot whose logs are due. An alarm is due when its last minutes are over. The logs of another alarm contain
 * it already, or its cause does, or the budget of the robot is used up: then it is not.
 */
const dueAlarms = `
  select distinct on (a.device_id) a.id,
    jsonb_build_object('model', d.model, 'protocol', d.protocol, 'actions', d.actions, 'declared', d.declared) as vehicle, a.company_id as "companyId", a.device_id as "deviceId",
    ${isoOf(`a.raised_at - ${around}`)} as "fromAt", ${isoOf(`a.raised_at + ${around}`)} as "toAt"
  from ${getTableName(logCollections)} c
  join ${getTableName(alarms)} a on a.company_id = c.company_id and a.effective_level >= c.min_level
  join ${ownDevice('a')}
  where a.source = 'ROBOT' and a.cause_id is null
    and a.raised_at > $1::timestamptz - ${lookBack} and a.raised_at <= $1::timestamptz - ${around}
    and a.raised_at > c.updated_at - ${around}
    and not exists (select from ${getTableName(deviceLogs)} l
      where l.device_id = a.device_id and l.source = 'ALARM' and l.from_at <= a.raised_at and l.to_at >= a.raised_at)
    and c.daily_bytes > (select coalesce(sum(f.bytes), 0)
      from ${getTableName(deviceLogs)} l left join ${getTableName(storedFiles)} f on f.id = l.file_id
      where l.device_id = a.device_id and l.source = 'ALARM' and l.created_at > $1::timestamptz - ${lookBack})
  order by a.device_id, a.raised_at desc`;

const isOnline = async (robots: Pick<Robots, 'live'>, deviceId: string) =>
  (await robots.live(deviceId))?.connection.state === 'ONLINE';

/** Asks a robot for the logs around an alarm. The request is stored first: one that is not sent is sent by `transfers.resend`. */
async function request(
  db: Db,
  robots: Pick<Robots, 'commands'>,
  { id: alarmId, vehicle: _vehicle, ...due }: DueAlarm,
  createdAt: string,
): Promise<void> {
  const [id, commandId, jobId] = [newId(), newId(), newId()];
  const { deviceId, fromAt, toAt } = due;
  const range = { from: fromAt, to: toAt, modules: [] };
  const params = { jobId, range, compress: true, allowMobileData: false };
  const row = { id, commandId, jobId, params, alarmId, createdAt, ...due };
  await inScope(db, '*', (tx) =>
    tx.insert(deviceLogs).values({ ...row, source: 'ALARM', paths: [], modules: [] }),
  );
  try {
    await robots.commands.sendCommand({ id: commandId, deviceId, type: 'job.logPull', params, by: '' });
  } catch (error) {
    if (!(error instanceof RobotRefusal)) throw error;
    const { code } = error;
    await inScope(db, '*', (tx) => tx.update(deviceLogs).set({ code }).where(eq(deviceLogs.id, id)));
  }
}

/** Asks online robots for the logs around their alarms, as their companies decided. */
export async function collectLogs(
  db: Db,
  robots: Pick<Robots, 'commands' | 'live'>,
  now: Clock,
): Promise<void> {
  const at = now().toISOString();
  const due = await inScope(db, '*', (tx) => tx.raw<DueAlarm>(dueAlarms, [at]), { readOnly: true });
  let requests = 0;
  for (const alarm of due) {
    if (requests === maxRequests) return;
    if (!can(alarm.vehicle, 'logPull') || !(await isOnline(robots, alarm.deviceId))) continue;
    requests += 1;
    await request(db, robots, alarm, at);
  }
}

export const logCollectionJob = (db: Db, robots: Pick<Robots, 'commands' | 'live'>, now: Clock): Job => ({
  name: 'deviceLogs.collect',
  everySeconds: 60,
  run: () => collectLogs(db, robots, now),
});
