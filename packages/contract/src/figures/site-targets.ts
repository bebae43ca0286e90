import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { becauseAt } from '../grammar/reasons/because.ts';
import { statisticsFilter } from './statistics.ts';

const day = z.iso.date();
const count = z.number().int();
const share = z.number().min(0).max(1).nullable();
const amount = (max: number) => z.number().min(0).max(max).nullable();
const rate = (max: number) => z.number().positive().max(max).nullable();

/** Cleaned share of the reachable floor from which a run is a success, at sites without their own. */
export const defaultDoneShare = 0.95;

/** What is to be achieved at a site. Null: no target. */
export const siteTargetFields = {
  areaM2PerWeek: rate(100_000_000),
  /** Cleaned over planned area, 0–1. */
  coverage: share,
  /** Planned starts that were done, 0–1. */
  completion: share,
  /** Online over bound time, 0–1. */
  onlineRate: share,
  /** A run with a smaller cleaned share of the reachable floor is a partial one; null for `defaultDoneShare`. */
  doneShare: share,
};
/** What cleaning by hand takes at a site, as the customer states it. Null: unknown; there is no default. */
export const siteAssumptionFields = {
  manualM2PerHour: rate(100_000),
  /** In `currency`; both are set or none. */
  hourlyWage: rate(100_000_000),
  /** ISO 4217, such as `EUR`. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  manualLitresPerM2: amount(1_000),
  manualWhPerM2: amount(100_000),
  /** Grams of CO₂ per kWh of electricity. */
  gCo2PerKwh: amount(10_000),
};

export const siteTarget = z.object({
  site: z.object({ id: z.string(), name: z.string() }),
  companyName: z.string(),
  ...siteTargetFields,
  ...siteAssumptionFields,
  /** 0 before the first save. */
  version: count,
  updatedAt: moment.nullable(),
  updatedBy: z.string(),
});
export type SiteTarget = z.infer<typeof siteTarget>;

export const savingsAssumptions = [
  'manualM2PerHour',
  'hourlyWage',
  'manualLitresPerM2',
  'manualWhPerM2',
  'gCo2PerKwh',
] as const;
export type SavingsAssumption = (typeof savingsAssumptions)[number];

/** `sites` and `reports` are those behind the figure. Null: no site with reports has the assumption. */
const saving = z.object({ value: z.number(), sites: count, reports: count }).nullable();
/** A target of several sites. `sites` is the number of those that have it. */
const combined = z.object({ value: z.number().nullable(), sites: count });

const { from, to, current, companyId, siteId, deviceId } = statisticsFilter;
const filter = { from, to, current, companyId, siteId, deviceId };
const allow = [permissions.statistics, permissions.home] as const;
const index = 'service/index';

export const siteTargetCalls = calls('siteTargets', {
  /** Sites with their targets and assumptions, by name. */
  list: {
    method: 'POST',
    path: `${index}/targets/queryWithPage`,
    allow: [...allow, permissions.sites],
    reads: true,
    input: listInput({ keyword, companyId: z.uuid().optional(), siteId: z.uuid().optional() }),
    output: listOf(siteTarget),
  },
  /** Replaces all targets and assumptions of a site. */
  save: {
    method: 'POST',
    path: `${index}/targets/set`,
    allow: permissions.boardTargets,
    input: z
      .strictObject({ siteId: z.uuid(), version: count.min(0), ...siteTargetFields, ...siteAssumptionFields })
      .refine(
        ({ hourlyWage, currency }) => hourlyWage === null || currency !== null,
        becauseAt('currency', 'REQUIRED'),
      )
      .refine(
        ({ hourlyWage, currency }) => currency === null || hourlyWage !== null,
        becauseAt('hourlyWage', 'REQUIRED'),
      ),
    output: siteTarget,
  },
  /**
   * The targets of the chosen sites together. A chart draws one if all chosen sites have it (`sites` equals that of the answer). The area
   * is the sum over the sites with a target; a share has a value only if all sites that have it agree on it. A robot takes the shares of
   * its site and has no area of its own.
   */
  combined: {
    method: 'GET',
    path: `${index}/targets`,
    allow,
    input: z.strictObject(filter),
    output: z.object({
      /** Chosen sites. */
      sites: count,
      /** Days of the period. */
      days: count,
      areaM2PerWeek: combined,
      /** For the whole period: `areaM2PerWeek` × days ÷ 7. */
      areaM2: combined,
      coverage: combined,
      completion: combined,
      onlineRate: combined,
    }),
  },
  /**
   * What the robots saved against cleaning by hand, by the assumptions of each site. Water and energy are compared only on days of a site
   * on which each counted report has area and consumption. Negative: the robots used more.
   */
  savings: {
    method: 'GET',
    path: `${index}/savings`,
    allow,
    input: z.strictObject(filter),
    output: z.object({
      from: day,
      to: day,
      /** Sites with reports in the period. */
      sites: count,
      /** Counted reports in the period. */
      reports: count,
      hours: saving,
      /** One for each currency, the largest number of sites first. */
      wages: z.array(z.object({ currency: z.string(), value: z.number(), sites: count, reports: count })),
      waterL: saving,
      energyWh: saving,
      co2Kg: saving,
      /** Values that the figures use, those of most sites first within each assumption; at most ten of each. */
      assumptions: z.array(
        z.object({
          assumption: z.enum(savingsAssumptions),
          value: z.number(),
          /** Of the wage. */
          currency: z.string().nullable(),
          sites: count,
          /** The name of the site if it is the only one with this value. */
          siteName: z.string().nullable(),
        }),
      ),
      computedAt: moment,
    }),
  },
});
