import { z } from 'zod';
import { calls, nothing } from '../grammar/call.ts';
import { pagePath } from './saved-views.ts';

/** Largest number of pins of an account: more would push the daily pages out of sight. */
export const maxMenuPins = 12;

const place = { page: pagePath, query: z.string().max(2000).default('') };
const menuPin = z.object({
  page: z.string(),
  /** Query string of a saved view; empty for the page itself. */
  query: z.string(),
  /** Name of the saved view; empty for the page itself, whose name depends on the language. */
  name: z.string(),
});
export type MenuPin = z.infer<typeof menuPin>;

/** Pages and saved views that an account keeps at the top of its menu. */
export const menuPinCalls = calls('menuPins', {
  list: {
    method: 'POST',
    path: 'service/menuPin/list',
    allow: 'signedIn',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ list: z.array(menuPin) }),
  },
  /** Pins a page or a view at the end; one that is pinned gets the name. */
  add: {
    method: 'POST',
    path: 'service/menuPin/add',
    allow: 'signedIn',
    input: z.strictObject({ ...place, name: z.string().trim().max(40).default('') }),
    output: nothing,
  },
  /** What is not pinned stays so. */
  remove: {
    method: 'POST',
    path: 'service/menuPin/delete',
    allow: 'signedIn',
    input: z.strictObject(place),
    output: nothing,
  },
});
