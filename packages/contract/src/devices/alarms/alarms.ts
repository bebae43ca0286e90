import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { keyword, listInput, listOf } from '../../grammar/list.ts';
import { deviceFilter, noticeFilters, yesNo } from '../../people/notices.ts';
import { permissions } from '../../grammar/permissions.ts';

/** One alarm of a device, open or past. */
export const alarmEntry = z.object({
  id: z.string(),
  code: z.string(),
  /** The protocol's English name; the console translates the codes it knows. */
  name: z.string(),
  /** 1 to 5, 5 the highest. */
  level: z.number().int(),
  type: z.string(),
  /** Text sent by the robot, in the robot's language; may be empty. */
  description: z.string(),
  raisedAt: moment,
  clearedAt: moment.nullable(),
  /** How often it was raised while it was open. */
  count: z.number().int(),
  deviceId: z.string(),
  deviceSn: z.string(),
  deviceName: z.string(),
  deviceCode: z.string(),
  runId: z.string().nullable(),
  isRead: yesNo,
});
export type AlarmEntry = z.infer<typeof alarmEntry>;

const allow = [permissions.alarmList, permissions.deviceList] as const;

export const alarmCalls = calls('alarms', {
  list: {
    method: 'POST',
    path: 'service/device/alarm/queryWithPage2',
    allow,
    reads: true,
    input: listInput({
      ...noticeFilters,
      ...deviceFilter,
      keyword,
      level: z.array(z.number().int().min(1).max(5)).max(5).optional(),
      /** True: only open alarms. False: only cleared alarms. */
      open: z.boolean().optional(),
    }),
    output: listOf(alarmEntry),
  },
  readAll: {
    method: 'GET',
    path: 'service/device/alarm/readAll',
    allow,
    reads: false,
    input: z.strictObject({}),
    output: nothing,
  },
  readOne: {
    method: 'GET',
    path: 'service/device/alarm/readOne',
    allow,
    reads: false,
    input: byId,
    output: nothing,
  },
});
