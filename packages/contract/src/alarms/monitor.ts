import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { timeZone } from '../grammar/time-zone.ts';
import { carMotions, doorStates, elevatorModes } from '../robot/elevator-wire.ts';
import { rideGrants, rideStatuses } from '../places/ride-values.ts';
import { weekday } from '../grammar/weekday.ts';
import { deviceModels } from '../devices/device-life.ts';
import { count, monitorDetail, monitorIdentity, named } from './monitor-detail.ts';
import { monitorSeverities, type MonitorSeverity } from './alarm-values.ts';

/** What the chart counts by. */
export const monitorGroups = ['time', 'code', 'model', 'company'] as const;
export const monitorRanges = ['today', 'week', 'month', 'year'] as const;
/** The most bars of a chart by code, model or company; the rest are counted together. */
export const maxMonitorBars = 10;
/** The longest period of one robot. */
export const maxMonitorHours = 24;

// The keys of a constant object are exactly these names.
const severity = z.enum(Object.keys(monitorSeverities) as [MonitorSeverity, ...MonitorSeverity[]]);

const filters = {
  keyword,
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  model: z.array(z.enum(deviceModels)).max(deviceModels.length).optional(),
};

const severityCounts = z.object({ serious: count, verySerious: count });

/** A robot with open alarms of the effective levels 4 and 5. */
export const monitoredDevice = z.object({
  ...monitorIdentity,
  severity,
  ...severityCounts.shape,
  unprocessed: count,
  /** When the oldest of them was raised. */
  since: moment,
  worst: z.object({
    id: z.string(),
    code: z.string(),
    type: z.string(),
    text: z.string(),
    level: count,
    raisedAt: moment,
  }),
  /** The run in progress; its coverage is 0–1. */
  run: named.extend({ state: z.string(), coverage: z.number().nullable() }).nullable(),
});
export type MonitoredDevice = z.infer<typeof monitoredDevice>;

const allow = permissions.monitoring;

/**
 * Operations monitoring: open alarms of the effective levels 4 and 5. Shelved alarms are not counted, nor those that
 * another alarm of their robot brought about which is itself counted or shelved.
 */
export const monitorCalls = calls('monitor', {
  /** By default the worst robot first, then the one whose alarms stand longest. */
  list: {
    method: 'POST',
    path: 'service/monitor/list',
    allow,
    reads: true,
    input: listInput({
      ...filters,
      /** Robots with an alarm of one of these severities. */
      severity: z.array(severity).max(2).optional(),
      /** Only robots with an alarm that is not processed. */
      unprocessed: z.boolean().optional(),
      sort: sortBy('severity', 'since', 'unprocessed', 'name').optional(),
    }),
    output: listOf(monitoredDevice),
  },
  countEventInfo: {
    method: 'GET',
    path: 'service/monitor/countEventInfo',
    allow,
    input: z.strictObject(filters),
    output: severityCounts.extend({ unprocessed: count, robots: count, offline: count }),
  },
  /** Alarms by the time of their raise, whether still open or not. */
  chart: {
    method: 'GET',
    path: 'service/monitor/chart',
    allow,
    input: z.strictObject({
      ...filters,
      by: z.enum(monitorGroups).default('time'),
      range: z.enum(monitorRanges).default('today'),
      severity: z.array(severity).max(2).optional(),
      /** Of the reader; days, weeks and months begin in it. */
      timezone: timeZone,
      /** First day of a week. */
      weekStart: weekday.default(1),
    }),
    output: z.object({
      from: moment,
      to: moment,
      ...severityCounts.shape,
      /** By time: every hour, day or month up to now. Otherwise the largest ones first. */
      bars: z.array(
        severityCounts.extend({
          /** The start of the step, the alarm code, the model or the company. */
          key: z.string(),
          name: z.string(),
        }),
      ),
      /** What is not in the bars. */
      others: severityCounts,
    }),
  },
  /** One robot over a period that ends now, at `at`, or lies around one of its alarms. */
  detail: {
    method: 'GET',
    path: 'service/monitor/detail',
    allow,
    input: z.strictObject({
      id: z.uuid(),
      hours: z.number().int().min(1).max(maxMonitorHours).default(1),
      /** A moment in the middle of the period. */
      at: moment.optional(),
      /** An alarm in the middle of the period. */
      alarmId: z.uuid().optional(),
    }),
    output: monitorDetail,
  },
  /** The ride of the robot in an elevator, also one that failed with the robot in the car; null when it rides none. */
  liftStatus: {
    method: 'GET',
    path: 'service/monitor/liftStatus',
    allow,
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({
      ride: z
        .object({
          id: z.string(),
          elevatorName: z.string(),
          fromFloor: z.string(),
          toFloor: z.string(),
          since: moment,
          status: z.enum(rideStatuses),
          grant: z.enum(rideGrants),
          /** Rides before it; null unless it waits. */
          queuePos: count.nullable(),
          /** Null until it has one, and for an elevator of another company. */
          car: z
            .object({
              id: z.string(),
              floor: z.string(),
              door: z.enum(doorStates).nullable(),
              motion: z.enum(carMotions),
              mode: z.enum(elevatorModes),
              changedAt: moment,
            })
            .nullable(),
        })
        .nullable(),
    }),
  },
});
