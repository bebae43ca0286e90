import { z } from 'zod';
import { calls } from '../grammar/call.ts';
import { keyword, listInput, listOf, maxPageSize } from '../grammar/list.ts';

/** Where robots work. A site has floors; a floor has a map. */
export const site = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  name: z.string(),
  address: z.string(),
  timezone: z.string(),
  /** Degrees; both are set or none. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  floors: z.array(z.object({ id: z.string(), name: z.string(), mapId: z.string().nullable() })),
});
export type Site = z.infer<typeof site>;

export const siteCalls = calls('sites', {
  /** Options for choosing a site; the site pages use `sitePlans`. */
  list: {
    method: 'POST',
    path: 'service/site/queryWithPage',
    allow: 'signedIn',
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      ids: z.array(z.uuid()).max(maxPageSize).optional(),
    }),
    output: listOf(site),
  },
});
