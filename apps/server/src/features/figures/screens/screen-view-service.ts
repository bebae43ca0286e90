import { isKeyOf, openRunStates, type SceneKind, type ScreenView } from '@sweepline/contract';
import { alarmCodes, workingModes } from '@sweepline/contract/robot';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { readPlaces } from '../statistics/region-service.ts';
import {
  readRecentDays,
  readToday,
  readTopRobots,
  readTopSites,
  recentDays,
} from '../statistics/recent-days-service.ts';
import { noTotals } from '../statistics/statistics-service.ts';

/** What a large screen may show of the transaction's tenant scope. */
export interface ViewOptions {
  siteId: string | null;
  scenes: readonly { kind: SceneKind }[];
  showSn: boolean;
  showAddress: boolean;
  at: Date;
}

const top = 5;
const maxRuns = 12;
const maxAlarms = 8;
/** The largest places of one picture; the others are counted. */
const maxPlaces = 1_000;
const alarmDays = 7;
const dayMs = 86_400_000;

interface RobotName {
  sn: string;
  nickname: string;
  model: string;
}

/** A nickname that contains the serial number is replaced by the model. */
const robotOf = ({ sn, nickname, model }: RobotName, showSn: boolean) => {
  const tellsSn = nickname.toLowerCase().includes(sn.toLowerCase());
  return { name: nickname === '' || (tellsSn && !showSn) ? model : nickname, sn: showSn ? sn : null };
};

/** Scope and site: the first two parameters of each query. */
const parametersOf = (db: Tx, { siteId }: ViewOptions) => [db.scope === '*' ? null : db.scope, siteId];
const within = (row: string) =>
  `($1::uuid[] is null or ${row}.company_id = any($1::uuid[])) and ($2::uuid is null or v.site_id = $2::uuid)`;

async function robotsNow(db: Tx, options: ViewOptions) {
  const online = `l.state = 'ONLINE'`;
  const [row] = await db.raw<NonNullable<ScreenView['figures']>['robots']>(
    `select count(*)::int as total, count(*) filter (where ${online})::int as online,
       count(*) filter (where ${online} and l.mode = any($3::text[]))::int as working,
       count(*) filter (where ${online} and l.charging)::int as charging,
       count(*) filter (where l.alarm_level >= 3)::int as alarmed
     from ${getTableName(devices)} v left join ${getTableName(deviceLives)} l on l.id = v.id
     where ${within('v')} and v.binding <> 'VOID'`,
    [...parametersOf(db, options), workingModes],
  );
  return row!;
}

const openRuns = `${getTableName(runs)} r join ${getTableName(devices)} v on v.id = r.device_id
  left join ${getTableName(sites)} s on s.id = v.site_id
  where ${within('r')} and r.state = any($3::text[]) and r.kind = 'CLEANING'`;

async function runsNow(db: Tx, options: ViewOptions) {
  const [row] = await db.raw<{ runs: number; cleanedM2: number | null }>(
    `select count(*)::int as runs, sum(r.cleaned_m2)::float8 as "cleanedM2" from ${openRuns}`,
    [...parametersOf(db, options), openRunStates],
  );
  return row!;
}

type RunNow = NonNullable<ScreenView['runs']>['list'][number];

async function listRuns(db: Tx, options: ViewOptions) {
  const rows = await db.raw<Omit<RunNow, 'robot' | 'progress'> & RobotName & { coverage: number | null }>(
    `select r.id, r.name, r.state, r.coverage::float8 as coverage, r.cleaned_m2::float8 as "cleanedM2",
       r.planned_m2::float8 as "plannedM2", to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt",
       s.name as "siteName", v.sn, v.nickname, v.model
     from ${openRuns} order by r.started_at desc nulls last, r.id limit ${maxRuns}`,
    [...parametersOf(db, options), openRunStates],
  );
  return rows.map(({ sn, nickname, model, coverage, ...run }) => ({
    ...run,
    robot: robotOf({ sn, nickname, model }, options.showSn),
    progress: coverage === null ? null : Math.min(1, Math.max(0, coverage)),
  }));
}

type AlarmNow = NonNullable<ScreenView['alarms']>[number];

/** The latest alarms without the robots' texts, which may contain names and serial numbers. */
async function listAlarms(db: Tx, options: ViewOptions): Promise<AlarmNow[]> {
  const isoOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const rows = await db.raw<Omit<AlarmNow, 'robot' | 'name'> & RobotName & { type: string }>(
    `select a.id, a.code, a.level, a.type, ${isoOf('a.raised_at')} as "raisedAt", ${isoOf('a.cleared_at')} as "clearedAt",
       s.name as "siteName", v.sn, v.nickname, v.model
     from ${getTableName(alarms)} a join ${getTableName(devices)} v on v.id = a.device_id
       left join ${getTableName(sites)} s on s.id = v.site_id
     where ${within('a')} and a.arrived_at > $3::timestamptz - interval '${alarmDays} days'
     order by a.arrived_at desc, a.id desc limit ${maxAlarms}`,
    [...parametersOf(db, options), options.at.toISOString()],
  );
  return rows.map(({ sn, nickname, model, type, ...alarm }) => ({
    ...alarm,
    name: isKeyOf(alarmCodes, alarm.code) ? alarmCodes[alarm.code].text : type,
    robot: robotOf({ sn, nickname, model }, options.showSn),
  }));
}

async function placesNow(db: Tx, { siteId, showAddress }: ViewOptions) {
  const { list, total } = await readPlaces(db, { siteId, page: 1, pageSize: maxPlaces });
  return { total, list: showAddress ? list : list.map((place) => ({ ...place, address: '' })) };
}

const ranked = ({ cleanedM2, reports }: { cleanedM2: number | null; reports: number }) => ({
  cleanedM2: cleanedM2 ?? 0,
  reports,
});

async function rankingsOf(db: Tx, options: ViewOptions) {
  const [sitesOnTop, robotsOnTop] = await Promise.all([
    readTopSites(db, options, top),
    readTopRobots(db, options, top),
  ]);
  return {
    sites: sitesOnTop.map(({ key, name, totals }) => ({ key, name, ...ranked(totals) })),
    robots: robotsOnTop.map(({ key, robot, totals }) => ({
      key,
      robot: robotOf(robot, options.showSn),
      ...ranked(totals),
    })),
  };
}

/** The last days until today, the oldest first. */
const lastDays = (today: string) =>
  Array.from({ length: recentDays }, (_, n) => recentDays - 1 - n).map((daysAgo) => ({
    daysAgo,
    day: new Date(Date.parse(`${today}T00:00:00Z`) - daysAgo * dayMs).toISOString().slice(0, 10),
  }));

/** The sections for the scenes of a large screen. The same for a display and for a session. */
export async function readSections(db: Tx, options: ViewOptions) {
  const kinds = new Set(options.scenes.map(({ kind }) => kind));
  const section = <T>(kind: SceneKind, read: () => Promise<T>) => (kinds.has(kind) ? read() : null);
  const days = kinds.has('figures') || kinds.has('week') ? readRecentDays(db, options) : [];
  const [recent, robots, now, places, runList, rankings, alarmList, today] = await Promise.all([
    days,
    section('figures', () => robotsNow(db, options)),
    kinds.has('figures') || kinds.has('runs') ? runsNow(db, options) : null,
    section('places', () => placesNow(db, options)),
    section('runs', () => listRuns(db, options)),
    section('rankings', () => rankingsOf(db, options)),
    section('alarms', () => listAlarms(db, options)),
    section('week', () => readToday(db, options)),
  ]);
  const totalsOf = (daysAgo: number) => recent.find((day) => day.daysAgo === daysAgo)?.totals ?? noTotals;
  return {
    at: options.at.toISOString(),
    figures: robots && now && { today: totalsOf(0), now, robots },
    places,
    runs: runList && now && { total: now.runs, list: runList },
    rankings,
    alarms: alarmList,
    week:
      today === null ? null : lastDays(today).map((day) => ({ ...day, ...ranked(totalsOf(day.daysAgo)) })),
  };
}
