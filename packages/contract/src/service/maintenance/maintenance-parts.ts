import { z } from 'zod';
import { calls } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';

const span = z.number().int();

/** What the robots of a site use up of one part. */
export const partForecast = z.object({
  /** Null for robots without a site. */
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  companyName: z.string(),
  model: z.string(),
  part: z.string(),
  /** Pieces within 30, 60 and 90 days. A part that is used up now counts in each. */
  in30: span,
  in60: span,
  in90: span,
  /** Robots that need one, the soonest first. */
  robots: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sn: z.string(),
      remainingPct: z.number(),
      /** Null when it is used up already. */
      endsOn: z.iso.date().nullable(),
      in90: span,
    }),
  ),
});
export type PartForecast = z.infer<typeof partForecast>;

const filters = {
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  part: z.string().max(64).optional(),
};
const path = 'service/maintenance/part';
const allow = permissions.maintenancePlans;

export const maintenancePartCalls = calls('maintenanceParts', {
  /** At the rate of the last 30 days. */
  forecast: {
    method: 'POST',
    path: `${path}/forecast`,
    allow,
    reads: true,
    input: z.strictObject(filters),
    output: z.object({
      list: z.array(partForecast),
      /** Robots that reported parts, and those of them without a known rate of wear. */
      robots: z.number().int(),
      unknown: z.number().int(),
    }),
  },
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'bytes',
    allow,
    reads: true,
    input: z.strictObject(filters),
    output: z.unknown(),
  },
});
