import {
  companyCalls,
  permissions,
  type AlarmEntry,
  type Message,
  type Notice,
  type NoticeKind,
  type topics,
  pages,
} from '@sweepline/contract';
import { may } from '../../../kit/api/may.ts';

/** Row of the bell: a notice or an alarm. */
export interface BellItem {
  id: string;
  kind: NoticeKind;
  /** 1 to 5 for an alarm, 0 for a notice. */
  level: number;
  /** HTML content of a notice. */
  html?: string;
  /** Code and name of an alarm, and how often it was raised. */
  alarm?: { code: string; name: string; count: number };
  deviceName: string | null;
  at: string;
  /** Path of the page about the subject, or null. */
  address: string | null;
}

const deviceAddress = (id: string) => (may(permissions.deviceList) ? pages.device({ id }) : null);

/** The page of the alarm, or that of its robot for an account that may only see robots. */
const alarmAddress = (id: string, deviceId: string) =>
  may(permissions.alarmList) ? pages.alarm({ id }) : deviceAddress(deviceId);

/** Offers are answered in the list of all offers. */
const resalesAddress = pages.stock({ view: 'resales' });

function addressOf({ about, alarmId, workOrderId, deviceId }: Notice): string | null {
  if (workOrderId && may(permissions.workOrders)) return pages.workOrder({ id: workOrderId });
  if (alarmId && may(permissions.alarmList)) return pages.alarm({ id: alarmId });
  if (about?.kind === 'run' && may(permissions.taskList)) return pages.task({ run: about.id });
  if (about?.kind === 'resale') return may(permissions.deviceStock) ? resalesAddress : null;
  if (about?.kind === 'company')
    return may(companyCalls.detail.allow) ? pages.company({ id: about.id }) : null;
  if (about?.kind === 'need') return pages.welcome({ needs: 'mine' });
  return deviceId ? deviceAddress(deviceId) : null;
}

export const itemOfNotice = (kind: 'system' | 'device', notice: Notice): BellItem => ({
  id: notice.eventId,
  kind,
  level: 0,
  html: notice.content,
  deviceName: notice.deviceName,
  at: notice.createTime,
  address: addressOf(notice),
});

export const itemOfAlarm = (alarm: AlarmEntry): BellItem => ({
  id: alarm.id,
  kind: 'alarm',
  level: alarm.effectiveLevel,
  alarm: { code: alarm.code, name: alarm.description || alarm.name, count: alarm.count },
  deviceName: alarm.deviceName,
  at: alarm.raisedAt,
  address: alarmAddress(alarm.id, alarm.deviceId),
});

export const itemOfPush = (message: Message<typeof topics.alarm>, now: Date): BellItem => ({
  id: message.alarmId,
  kind: 'alarm',
  level: message.level,
  alarm: { code: message.code, name: message.text, count: message.count },
  deviceName: message.deviceName,
  at: now.toISOString(),
  address: alarmAddress(message.alarmId, message.deviceId),
});
