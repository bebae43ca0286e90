import { z } from 'zod';

/** Most sites of one answer. */
export const maxRegions = 2_000;

/** A place on a map, with its robots. A place without coordinates is listed beside the map. */
export const place = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty where it may not be shown. */
  address: z.string(),
  companyName: z.string(),
  /** ISO 3166 code of the company's country; empty if unknown. */
  country: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  devices: z.number().int(),
  online: z.number().int(),
  working: z.number().int(),
  /** Highest level of an open alarm, 0 for none. */
  alarmLevel: z.number().int(),
});
export type Place = z.infer<typeof place>;
