import { toldRunEnds, type Telling, type WeeklyWindow } from '@sweepline/contract';
import { boolean, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { companies } from './company-table.ts';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { weekdayDocument } from '../../platform/db/weekday-columns.ts';

const windowsColumn = weekdayDocument<WeeklyWindow[]>((windows, day) =>
  windows.map((window) => ({ ...window, weekdays: window.weekdays.map(day) })),
);

/**
 * What a company chooses about notices of its robots. A null field is inherited from the nearest company above that chooses it, or
 * else built in; see `noticeRulesOf`.
 */
export const noticeSettings = ownedTable(
  'notice_settings',
  {
    runEnds: text({ enum: toldRunEnds }).array(),
    /** A cleaning below this percentage is told; 0 for never. */
    minCoverage: integer(),
    runTelling: jsonb().$type<Telling>(),
    isOfflineTold: boolean(),
    offlineMinutes: integer(),
    /** In the zone of the robot's site. */
    expectedOffline: windowsColumn(),
    isBackTold: boolean(),
    connectionTelling: jsonb().$type<Telling>(),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
    updatedBy: text().notNull(),
  },
  (table) => [inheritedPolicy(companies), uniqueIndex('notice_settings_company').on(table.companyId)],
);
export type NoticeSettingRow = typeof noticeSettings.$inferSelect;
