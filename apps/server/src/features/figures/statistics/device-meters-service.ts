import { getTableName } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { deviceDays } from './statistics-table.ts';

/** The period of a rate. */
const rateDays = 30;
/** The minimum divisor: one long run on the first day is no basis for a daily average. */
const minDays = 7;

/** The work of a robot that its reports count, since ever and per day of the last 30. An unknown value is null. */
export interface DeviceMeters {
  deviceId: string;
  /** The robot's own counters, if it reports them. */
  robotHours: number | null;
  robotKm: number | null;
  hours: number | null;
  km: number | null;
  areaM2: number | null;
  runs: number | null;
  hoursPerDay: number | null;
  kmPerDay: number | null;
  areaPerDay: number | null;
  runsPerDay: number | null;
}

const meters = {
  hours: { sum: 'd.worked_ms', known: 'd.worked_known', unit: 3_600_000 },
  km: { sum: 'd.distance_mm', known: 'd.distance_known', unit: 1_000_000 },
  area: { sum: 'd.cleaned_cm2', known: 'd.cleaned_known', unit: 10_000 },
  runs: { sum: 'd.reports', known: 'd.reports', unit: 1 },
} as const;

const recent = `d.day > $2::timestamptz::date - ${rateDays}`;
const days = `least(${rateDays}, greatest(${minDays}, $2::timestamptz::date - min(d.day)))`;
const totalOf = ({ sum, known, unit }: (typeof meters)[keyof typeof meters]) =>
  `case when sum(${known}) > 0 then sum(${sum})::float8 / ${unit} end`;
const rateOf = ({ sum, known, unit }: (typeof meters)[keyof typeof meters]) =>
  `case when sum(${known}) filter (where ${recent}) > 0
    then sum(${sum}) filter (where ${recent})::float8 / ${unit} / ${days} end`;

const counter = (name: string) => `(l.live #>> '{usage,value,${name}}')::float8`;

/** The meters of these robots. Days under an earlier company count if the scope sees them. */
export const readMeters = (db: Tx, deviceIds: readonly string[], now: Date): Promise<DeviceMeters[]> =>
  db.raw<DeviceMeters>(
    `select i.id as "deviceId", ${counter('runtimeH')} as "robotHours", ${counter('odometerM')} / 1000 as "robotKm",
      t.hours, t."hoursPerDay", t.km, t."kmPerDay", t."areaM2", t."areaPerDay", t.runs, t."runsPerDay"
     from unnest($1::uuid[]) i(id)
     left join ${getTableName(deviceLives)} l on l.id = i.id
     left join (
       select d.device_id,
         ${totalOf(meters.hours)} as hours, ${rateOf(meters.hours)} as "hoursPerDay",
         ${totalOf(meters.km)} as km, ${rateOf(meters.km)} as "kmPerDay",
         ${totalOf(meters.area)} as "areaM2", ${rateOf(meters.area)} as "areaPerDay",
         ${totalOf(meters.runs)} as runs, ${rateOf(meters.runs)} as "runsPerDay"
       from ${getTableName(deviceDays)} d
       where d.device_id = any($1::uuid[]) and ($3::uuid[] is null or d.company_id = any($3::uuid[]))
       group by d.device_id
     ) t on t.device_id = i.id`,
    [deviceIds, now.toISOString(), db.scope === '*' ? null : db.scope],
  );
