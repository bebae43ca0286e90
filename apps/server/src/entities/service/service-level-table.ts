import type { BusinessHours, ServiceTarget } from '@sweepline/contract';
import { integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { weekdayDocument } from '../../platform/db/weekday-columns.ts';
import { companies } from '../people/company-table.ts';

const hoursColumn = weekdayDocument<BusinessHours>(({ windows, ...hours }, day) => ({
  ...hours,
  windows: windows.map((window) => ({ ...window, weekdays: window.weekdays.map(day) })),
}));

/** Within which business time the orders of a company are answered and resolved. A null field is inherited from the nearest company above. */
export const serviceLevels = ownedTable(
  'service_levels',
  {
    general: jsonb().$type<ServiceTarget>(),
    serious: jsonb().$type<ServiceTarget>(),
    fatal: jsonb().$type<ServiceTarget>(),
    hours: hoursColumn(),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
    updatedBy: text().notNull(),
  },
  (table) => [inheritedPolicy(companies), uniqueIndex('service_levels_company').on(table.companyId)],
);
export type ServiceLevelRow = typeof serviceLevels.$inferSelect;
