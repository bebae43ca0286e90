import { z } from 'zod';
import { byId, calls, nothing } from '../grammar/call.ts';

/** Largest number of views per account and page. */
export const maxSavedViews = 50;

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  /** Query string of the page: filters, order, columns. */
  query: z.string(),
});
export type SavedView = z.infer<typeof savedView>;

/** The path of a page, such as `/deviceManage/list`. */
export const pagePath = z.string().regex(/^(\/[A-Za-z0-9]{1,40}){1,4}$/);

/** Named list settings, private to each account. */
export const savedViewCalls = calls('savedViews', {
  list: {
    method: 'POST',
    path: 'service/savedView/list',
    allow: 'signedIn',
    reads: true,
    input: z.strictObject({ page: pagePath }),
    output: z.object({ list: z.array(savedView) }),
  },
  /** Saving an existing name replaces its query. */
  save: {
    method: 'POST',
    path: 'service/savedView/save',
    allow: 'signedIn',
    input: z.strictObject({
      page: pagePath,
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
