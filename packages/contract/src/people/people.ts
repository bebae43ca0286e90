import { z } from 'zod';
import { langs } from '../grammar/lang.ts';
import { because } from '../grammar/reasons/because.ts';
import { timeZone } from '../grammar/time-zone.ts';

/** Job of an account. Sales and FAE (technical support) of the provider see the companies linked to them. */
export const accountKinds = ['MEMBER', 'SALES', 'FAE', 'MAINTENANCE'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** The name by which people know an account. */
export const nameOfAccount = ({ nickname, username }: { nickname: string; username: string }): string =>
  nickname || username;

export const areaUnits = ['M2', 'FT2'] as const;
export const volumeUnits = ['LITRE', 'GALLON'] as const;

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, because('TIME'));

/** Display preferences of an account, and its quiet hours. Missing fields follow the language and the browser. */
export const profile = z.strictObject({
  lang: z.enum(langs).optional(),
  timezone: timeZone.optional(),
  area: z.enum(areaUnits).optional(),
  volume: z.enum(volumeUnits).optional(),
  /** First day of the week: Monday, Saturday or Sunday, as ISO 8601 numbers them. */
  weekStart: z.union([z.literal(1), z.literal(6), z.literal(7)]).optional(),
  /** At these hours of the own zone only alarms of this level or a higher one are delivered at once. */
  quiet: z.strictObject({ from: hour, to: hour, level: z.number().int().min(1).max(6) }).optional(),
  /** Notices pop up at the bottom right. */
  popUps: z.boolean().optional(),
});
export type Profile = z.infer<typeof profile>;
