import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { noticeFilters } from '../people/notices.ts';
import { permissions } from '../grammar/permissions.ts';
import { mapElements, mapGround } from '../places/maps.ts';
import { runStates } from '../work/task-values.ts';
import { alarmAct, alarmEntry, alarmFilters } from './alarm-entry.ts';

/** Reading is open to both; the permission to see robots allows no change of their alarms. */
const allow = [permissions.alarmList, permissions.deviceList] as const;
const listFields = {
  ...noticeFilters,
  ...alarmFilters,
  sort: sortBy('raisedAt', 'clearedAt', 'level', 'count', 'code').optional(),
};

/** The place of an alarm, on the version of the map that was current when it was raised. */
const alarmPlace = z.object({
  mapId: z.string(),
  mapName: z.string(),
  /** Null when the map had no version yet. */
  version: z.number().int().nullable(),
  x: z.number(),
  y: z.number(),
  ground: mapGround,
  elements: mapElements,
});
export type AlarmPlace = z.infer<typeof alarmPlace>;

const alarmRun = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(runStates),
  endedAt: moment.nullable(),
  plannedM2: z.number().nullable(),
  cleanedM2: z.number().nullable(),
  /** The planned area that an open run has not cleaned yet; null when it is unknown, or when the run ended. */
  waitingM2: z.number().nullable(),
});
export type AlarmRun = z.infer<typeof alarmRun>;

const alarmSummary = z.object({
  /** A cause with its follow-up alarms is one alarm. */
  open: z.number().int(),
  /** Standing follow-up alarms, which are in none of the other numbers. */
  followers: z.number().int(),
  unacknowledged: z.number().int(),
  mine: z.number().int(),
  shelved: z.number().int(),
  /** Open alarms by effective level, the highest first; all five. */
  levels: z.array(z.object({ level: z.number().int(), count: z.number().int() })),
  /** The most frequent codes of the open alarms. */
  codes: z.array(z.object({ code: z.string(), count: z.number().int() })),
});

export const alarmCalls = calls('alarms', {
  list: {
    method: 'POST',
    path: 'service/device/alarm/queryWithPage2',
    allow,
    reads: true,
    input: listInput(listFields),
    output: listOf(alarmEntry),
  },
  /** The same list, of J30 robots. */
  listJ30: {
    method: 'POST',
    path: 'service/j30/device/alarm/queryWithPage',
    allow,
    reads: true,
    input: listInput(listFields),
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
  detail: {
    method: 'GET',
    path: 'service/device/alarm/detail',
    allow: permissions.alarmList,
    input: byId,
    output: z.object({
      alarm: alarmEntry,
      run: alarmRun.nullable(),
      place: alarmPlace.nullable(),
      cause: alarmEntry.nullable(),
      /** The first of them, oldest first. */
      followers: z.array(alarmEntry),
      /** Newest first. */
      acts: z.array(alarmAct),
      /** The alarms of the same code and robot before this one: the last of them, and their number. */
      before: z.array(alarmEntry),
      beforeCount: z.number().int(),
    }),
  },
  /** The open alarms in numbers. */
  summary: {
    method: 'POST',
    path: 'service/device/alarm/summary',
    allow: permissions.alarmList,
    reads: true,
    input: z.strictObject({
      companyId: alarmFilters.companyId,
      siteId: alarmFilters.siteId,
      deviceId: alarmFilters.deviceId,
    }),
    output: alarmSummary,
  },
  /** Accounts that can own an alarm: the caller sees them, and they may see the alarm. */
  people: {
    method: 'POST',
    path: 'service/device/alarm/people',
    allow: permissions.alarmAcknowledge,
    reads: true,
    input: listInput({ id: z.uuid(), keyword }),
    output: listOf(z.object({ id: z.string(), name: z.string(), companyName: z.string() })),
  },
  /** At most a month, newest first, as CSV. */
  export: {
    method: 'POST',
    path: 'service/device/alarm/export',
    kind: 'bytes',
    allow: permissions.alarmExport,
    reads: true,
    input: z.strictObject({ ...alarmFilters, from: moment, to: moment }),
    output: z.unknown(),
  },
});
