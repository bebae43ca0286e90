import type { Input, monitorCalls, MonitorDetail } from '@sweepline/contract';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { readDevice } from '../../devices/devices/device-service.ts';
import type { Period } from './monitor-events.ts';
import { readRobotPeriod } from './monitor-period-service.ts';

type DetailInput = Input<typeof monitorCalls.detail>;

const hourMs = 3_600_000;

/** The period ends now, or has its middle at `at` or at the raise of an alarm. It never ends in the future. */
async function periodOf(db: Tx, { id, hours, at, alarmId }: DetailInput, now: Date): Promise<Period> {
  const alarm = alarmId === undefined ? undefined : await find(db, alarms, alarmId);
  if (alarm && alarm.deviceId !== id) throw new Refusal('notFound');
  const middle = alarm?.raisedAt ?? at;
  const lastMs = middle === undefined ? Infinity : Date.parse(middle) + (hours * hourMs) / 2;
  const end = Math.min(lastMs, now.getTime());
  return { from: new Date(end - hours * hourMs).toISOString(), to: new Date(end).toISOString() };
}

/** One robot over a period: its states, poses and battery, and what happened to it, on one time axis. */
export async function monitorDetail(db: Tx, input: DetailInput, now: Date): Promise<MonitorDetail> {
  const [{ mapRotation }, { id, sn, nickname, model, companyName, site, live }] = await Promise.all([
    find(db, devices, input.id),
    readDevice(db, input.id),
  ]);
  const period = await readRobotPeriod(db, id, await periodOf(db, input, now));
  return { device: { id, sn, nickname, model, companyName, site, live, mapRotation }, ...period };
}
