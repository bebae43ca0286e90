import { runKinds } from '@sweepline/contract';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, ownedTable, tenantPolicy } from '../../../../platform/db/columns.ts';
import { devices } from '../../../../entities/devices/device-table.ts';

const whole = () => bigint({ mode: 'number' }).notNull();
const count = () => integer().notNull();

/**
 * The company, site, time zone and counting of a robot from a moment on, written when one of them changes. With the events of the
 * connection it is the record from which `online_days` is computed, so an earlier day keeps its site and its time zone.
 */
export const onlineMarks = ownedTable(
  'online_marks',
  {
    deviceId: uuid().notNull(),
    at: moment().notNull(),
    siteId: uuid(),
    /** A zone that PostgreSQL knows. */
    zone: text().notNull(),
    /** Activated, not a prototype, and not in stock. */
    bound: boolean().notNull(),
  },
  (table) => [index('online_marks_device').on(table.deviceId, table.at)],
);

/** The present state of each robot. The time since then is in no sum yet; a query adds it by its own clock. */
export const onlineStates = pgTable(
  'online_states',
  {
    /** The id of the device. */
    id: uuid()
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    companyId: uuid().notNull(),
    siteId: uuid(),
    zone: text().notNull(),
    bound: boolean().notNull(),
    /** ONLINE, SLEEP or OFFLINE. */
    state: text().notNull(),
    since: moment().notNull(),
  },
  (table) => [
    tenantPolicy(),
    index('online_states_company').on(table.companyId),
    index('online_states_site').on(table.siteId),
  ],
);

/** Milliseconds of a robot on a day of its site's calendar. Triggers keep them with the events (see the migration). */
export const onlineDays = ownedTable(
  'online_days',
  {
    siteId: uuid(),
    deviceId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    onlineMs: whole(),
    sleepMs: whole(),
    boundMs: whole(),
  },
  (table) => [
    unique('online_days_key').on(table.deviceId, table.day, table.companyId, table.siteId).nullsNotDistinct(),
    index('online_days_company').on(table.companyId, table.day),
  ],
);

/** The day and site under which a planned start counts, and its outcome. The id is the start's. */
export const startFacts = ownedTable('start_facts', {
  siteId: uuid(),
  deviceId: uuid().notNull(),
  day: date({ mode: 'string' }).notNull(),
  /** done, partial, failed, missed, open or skipped. */
  outcome: text().notNull(),
});

/** Planned starts of a robot on a day of its site's calendar by their outcome. A skipped start is in none of them. */
export const startDays = ownedTable(
  'start_days',
  {
    siteId: uuid(),
    deviceId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    due: count(),
    done: count(),
    partial: count(),
    failed: count(),
    missed: count(),
    open: count(),
  },
  (table) => [
    unique('start_days_key').on(table.deviceId, table.day, table.companyId, table.siteId).nullsNotDistinct(),
    index('start_days_company').on(table.companyId, table.day),
  ],
);

/** The day and site under which an ended run counts, its kind and its end. The id is the run's. */
export const runFacts = ownedTable('run_facts', {
  siteId: uuid(),
  deviceId: uuid().notNull(),
  day: date({ mode: 'string' }).notNull(),
  kind: text({ enum: runKinds }).notNull(),
  /** SUCCESS, INTERRUPTED or FAILED. */
  state: text().notNull(),
});

/** Ended runs of a robot on a day of its site's calendar by kind and end. */
export const runDays = ownedTable(
  'run_days',
  {
    siteId: uuid(),
    deviceId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    kind: text({ enum: runKinds }).notNull(),
    succeeded: count(),
    interrupted: count(),
    failed: count(),
  },
  (table) => [
    unique('run_days_key')
      .on(table.deviceId, table.day, table.companyId, table.siteId, table.kind)
      .nullsNotDistinct(),
    index('run_days_company').on(table.companyId, table.day),
  ],
);

/** The day and site under which an alarm counts. The id is the alarm's. */
export const alarmFacts = ownedTable('alarm_facts', {
  siteId: uuid(),
  deviceId: uuid().notNull(),
  day: date({ mode: 'string' }).notNull(),
});

/** Alarms of a robot that were raised on a day of its site's calendar. */
export const alarmDays = ownedTable(
  'alarm_days',
  {
    siteId: uuid(),
    deviceId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    alarms: count(),
  },
  (table) => [
    unique('alarm_days_key').on(table.deviceId, table.day, table.companyId, table.siteId).nullsNotDistinct(),
    index('alarm_days_company').on(table.companyId, table.day),
  ],
);

/** The battery of a robot in an hour, in hundredths of a percent: the falls and rises between its samples. */
export const batteryHours = ownedTable(
  'battery_hours',
  {
    deviceId: uuid().notNull(),
    hour: moment().notNull(),
    used: count(),
    taken: count(),
    samples: count(),
    /** The last sample. */
    lastAt: moment().notNull(),
    lastSoc: real().notNull(),
  },
  (table) => [
    unique('battery_hours_key').on(table.deviceId, table.hour, table.companyId),
    index('battery_hours_hour').on(table.hour),
  ],
);
