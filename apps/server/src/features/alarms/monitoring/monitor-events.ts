import type { MonitorDetail } from '@sweepline/contract';
import { and, desc, eq, gte, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { driveSessions } from '../../../entities/devices/control-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

export interface Period {
  from: string;
  to: string;
}

/** The most entries of one lane. */
const maxLaneEntries = 500;
const dayMs = 86_400_000;
/** A run, a drive or a command that began longer ago is not looked for. */
const lookBackMs = 7 * dayMs;

type Events = Pick<MonitorDetail, 'alarms' | 'commands' | 'runs' | 'drives'>;

/** The condition for what began before the end of the period and did not end before its start. */
function isDuring({ from, to }: Period, began: PgColumn, ended: PgColumn): SQL | undefined {
  return and(lt(began, to), or(isNull(ended), gte(ended, from)));
}

const since = ({ from }: Period) => new Date(Date.parse(from) - lookBackMs).toISOString();

/** A command with an empty `by` is the server's own, for example for a page that watches the robot. */
const commandsDuring = (db: Tx, deviceId: string, period: Period) =>
  db
    .select({
      id: commands.id,
      type: commands.type,
      status: commands.status,
      by: commands.by,
      from: commands.createdAt,
      to: commands.endedAt,
    })
    .from(commands)
    .where(
      and(
        visible(db, commands),
        eq(commands.deviceId, deviceId),
        ne(commands.by, ''),
        gte(commands.createdAt, since(period)),
        isDuring(period, commands.createdAt, commands.endedAt),
      ),
    )
    .orderBy(desc(commands.createdAt))
    .limit(maxLaneEntries + 1);

/** All levels: a warning before a severe alarm explains it. */
const alarmsDuring = (db: Tx, deviceId: string, period: Period) =>
  db
    .select({
      id: alarms.id,
      code: alarms.code,
      type: alarms.type,
      text: alarms.text,
      level: alarms.effectiveLevel,
      from: alarms.raisedAt,
      to: alarms.clearedAt,
      causeId: alarms.causeId,
      processed: sql<boolean>`${alarms.processedAt} is not null`,
      shelvedUntil: alarms.shelvedUntil,
    })
    .from(alarms)
    .where(
      and(
        visible(db, alarms),
        eq(alarms.deviceId, deviceId),
        isDuring(period, alarms.raisedAt, alarms.clearedAt),
      ),
    )
    .orderBy(desc(alarms.raisedAt))
    .limit(maxLaneEntries + 1);

/** A run that has not started yet is no work of the robot. */
const runsDuring = (db: Tx, deviceId: string, period: Period) =>
  db
    .select({
      id: runs.id,
      name: runs.name,
      kind: runs.kind,
      state: runs.state,
      code: runs.code,
      mapId: runs.mapId,
      from: sql<string>`coalesce(${runs.startedAt}, ${runs.createdAt})`.mapWith(runs.createdAt),
      to: runs.endedAt,
    })
    .from(runs)
    .where(
      and(
        visible(db, runs),
        eq(runs.deviceId, deviceId),
        gte(runs.createdAt, since(period)),
        isDuring(period, runs.createdAt, runs.endedAt),
      ),
    )
    .orderBy(desc(runs.createdAt))
    .limit(maxLaneEntries + 1);

const drivesDuring = (db: Tx, deviceId: string, period: Period) =>
  db
    .select({
      id: driveSessions.id,
      driver: driveSessions.accountName,
      end: driveSessions.endedAs,
      from: driveSessions.openedAt,
      to: driveSessions.endedAt,
    })
    .from(driveSessions)
    .where(
      and(
        visible(db, driveSessions),
        eq(driveSessions.deviceId, deviceId),
        gte(driveSessions.openedAt, since(period)),
        isDuring(period, driveSessions.openedAt, driveSessions.endedAt),
      ),
    )
    .orderBy(desc(driveSessions.openedAt))
    .limit(maxLaneEntries + 1);

/** The newest entries, in the order of time. */
const cut = <Entry>(rows: readonly Entry[]): Entry[] => rows.slice(0, maxLaneEntries).toReversed();

/** What happened to a robot in a period, each lane in the order of time. `more`: some entries are left out. */
export async function eventsDuring(db: Tx, deviceId: string, period: Period) {
  const [alarmRows, commandRows, runRows, driveRows] = await Promise.all([
    alarmsDuring(db, deviceId, period),
    commandsDuring(db, deviceId, period),
    runsDuring(db, deviceId, period),
    drivesDuring(db, deviceId, period),
  ]);
  const runsOfPeriod = cut(runRows);
  const events: Events = {
    alarms: cut(alarmRows),
    commands: cut(commandRows),
    runs: runsOfPeriod,
    drives: cut(driveRows),
  };
  return {
    events,
    runRows: runsOfPeriod,
    more: [alarmRows, commandRows, runRows, driveRows].some((rows) => rows.length > maxLaneEntries),
  };
}
