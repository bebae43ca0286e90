import { z } from 'zod';
import { calls, moment } from '../../grammar/call.ts';
import { keyword, listInput, listOf } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { becauseAt } from '../../grammar/reasons/because.ts';
import { weeklyWindow } from '../../people/notice-setting-values.ts';
import { timeZone } from '../../grammar/time-zone.ts';
import type { WorkOrderLevel } from './work-order-values.ts';

/** A year of business time, in minutes, is the longest target. */
export const serviceLevelLimits = { minutes: 527_040, windows: 20 } as const;

/** From this share of its time, an order is about to be late. */
export const dueSoonShare = 0.8;

const minutes = z.number().int().min(1).max(serviceLevelLimits.minutes);

/** Business minutes until the first answer and until the resolution; null without a target. */
const target = z
  .strictObject({ respondMinutes: minutes.nullable(), resolveMinutes: minutes.nullable() })
  .refine(
    ({ respondMinutes, resolveMinutes }) =>
      respondMinutes === null || resolveMinutes === null || respondMinutes <= resolveMinutes,
    becauseAt('resolveMinutes', 'RESOLVE_BEFORE_ANSWER'),
  );
export type ServiceTarget = z.infer<typeof target>;

/** When the clock of the service level runs. Days that are holidays of the company or the site are left out. */
const businessHours = z.strictObject({
  windows: z.array(weeklyWindow).min(1).max(serviceLevelLimits.windows),
  /** Null for the time zone of the site of the order. */
  timezone: timeZone.nullable(),
});
export type BusinessHours = z.infer<typeof businessHours>;

const rules = { general: target, serious: target, fatal: target, hours: businessHours };
/** What applies to the orders of a company: every choice is made, by a company or here. */
export type ServiceLevelRules = z.infer<z.ZodObject<typeof rules>>;
export type ServiceLevelField = keyof ServiceLevelRules;

const own = z.strictObject({
  general: target.nullable(),
  serious: target.nullable(),
  fatal: target.nullable(),
  hours: businessHours.nullable(),
});

const none: ServiceTarget = { respondMinutes: null, resolveMinutes: null };
/** What applies where no company has chosen. */
export const builtInServiceLevels: ServiceLevelRules = {
  general: none,
  serious: none,
  fatal: none,
  hours: { windows: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }], timezone: null },
};

/** The field with the target of a level. */
export const targetFieldOf = {
  GENERAL: 'general',
  SERIOUS: 'serious',
  FATAL: 'fatal',
} as const satisfies Record<WorkOrderLevel, ServiceLevelField>;

/** What a company has chosen, and what it inherits. */
const serviceLevel = z.object({
  /** Id of the company. */
  id: z.string(),
  companyName: z.string(),
  /** Null is inherited. */
  own,
  /** The choice of the nearest company above, or the built-in one. */
  inherited: z.object(rules),
  /** 0 while the company has never chosen. */
  version: z.number().int(),
  updatedAt: moment.nullable(),
  /** Null when the reader does not see the account. */
  updatedBy: z.string().nullable(),
});
export type ServiceLevel = z.infer<typeof serviceLevel>;

const path = 'service/workOrder/serviceLevel';

/** Within which business time orders are answered and resolved, per company and level. */
export const serviceLevelCalls = calls('serviceLevels', {
  /** Companies with their service levels, by name. */
  query: {
    method: 'POST',
    path: `${path}/query`,
    allow: permissions.workOrders,
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      /** Only companies that have chosen something themselves. */
      chosen: z.boolean().optional(),
    }),
    output: listOf(serviceLevel),
  },
  /** Null inherits; a field that is left out stays. A job computes the clocks of the open orders again within a minute. */
  set: {
    method: 'POST',
    path: `${path}/set`,
    allow: permissions.orderDispatch,
    input: z.strictObject({
      companyId: z.uuid(),
      version: z.number().int(),
      choices: own.partial(),
    }),
    output: serviceLevel,
  },
});
