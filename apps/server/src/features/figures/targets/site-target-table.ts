import { doublePrecision, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { sites } from '../../../entities/places/site-table.ts';

/** Targets of a site, and what cleaning it by hand takes. A null is unknown: nothing has a default. */
export const siteTargets = ownedTable(
  'site_targets',
  {
    siteId: uuid()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    areaM2PerWeek: doublePrecision('area_m2_per_week'),
    /** 0–1, as the three below. */
    coverage: doublePrecision(),
    completion: doublePrecision(),
    onlineRate: doublePrecision(),
    doneShare: doublePrecision(),
    manualM2PerHour: doublePrecision('manual_m2_per_hour'),
    hourlyWage: doublePrecision(),
    /** ISO 4217. Set with the wage. */
    currency: text(),
    manualLitresPerM2: doublePrecision('manual_litres_per_m2'),
    manualWhPerM2: doublePrecision('manual_wh_per_m2'),
    /** Grams of CO₂ per kWh. */
    gCo2PerKwh: doublePrecision('g_co2_per_kwh'),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [unique('site_targets_site').on(table.siteId)],
);
