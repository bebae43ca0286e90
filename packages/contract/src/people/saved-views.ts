import { z } from 'zod';
import { byId, calls, nothing } from '../grammar/call.ts';

/** More of them nobody finds again. */
export const maxSavedViews = 50;

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  /** The address behind the `?`: filters, order, columns. */
  query: z.string(),
});
export type SavedView = z.infer<typeof savedView>;

/** The page of a list by its address, as in `/deviceManage/list`. */
const page = z.string().regex(/^(\/[A-Za-z0-9]{1,40}){1,4}$/);

/** How somebody likes to look at a list, under a name of their own. Each person has their own ones. */
export const savedViewCalls = calls('savedViews', {
  list: {
    method: 'POST',
    path: 'service/savedView/list',
    allow: 'signedIn',
    reads: true,
    input: z.strictObject({ page }),
    output: z.object({ list: z.array(savedView) }),
  },
  /** A name that is there already takes the new address. */
  save: {
    method: 'POST',
    path: 'service/savedView/save',
    allow: 'signedIn',
    input: z.strictObject({
      page,
      name: z.string().trim().min(1).max(40),
      query: z.string().max(2000),
    }),
    output: savedView,
  },
  remove: {
    method: 'POST',
    path: 'service/savedView/delete',
    allow: 'signedIn',
    input: byId,
    output: nothing,
  },
});
