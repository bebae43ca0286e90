import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';

/** What can become of a sign-in. `HELD_BACK` was turned away unheard: too many had failed before. */
export const signInKinds = [
  'SIGNED_IN',
  'FAILED',
  'HELD_BACK',
  'KICKED',
  'ENDED',
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
] as const;
export type SignInKind = (typeof signInKinds)[number];

/** How long what happened to an account's sign-ins is kept. */
export const signInDays = 180;

/** One live session of one's own. */
export const openSession = z.object({
  id: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  address: z.string(),
  /** What the browser says it is. */
  agent: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** The account whose eyes an administrator looks through; null for an ordinary session. */
  viewing: z.string().nullable(),
});
export type OpenSession = z.infer<typeof openSession>;

export const signIn = z.object({
  id: z.string(),
  kind: z.enum(signInKinds),
  at: moment,
  lastAt: moment,
  /** Failures of one minute and address are one row. */
  times: z.number().int(),
  /** Empty when it came from several. */
  address: z.string(),
  agent: z.string(),
});
export type SignIn = z.infer<typeof signIn>;

/** One's own sessions and sign-ins; nobody sees those of another. */
export const sessionCalls = calls('sessions', {
  list: {
    method: 'POST',
    path: 'service/session/queryWithPage',
    allow: 'signedIn',
    reads: true,
    // Where somebody signs in from is their own business.
    allowWhileImpersonating: false,
    input: listInput({}),
    output: listOf(openSession),
  },
  history: {
    method: 'POST',
    path: 'service/session/history/queryWithPage',
    allow: 'signedIn',
    reads: true,
    allowWhileImpersonating: false,
    input: listInput({ kind: z.array(z.enum(signInKinds)).optional() }),
    output: listOf(signIn),
  },
  end: {
    method: 'POST',
    path: 'service/session/end',
    allow: 'signedIn',
    input: byId,
    output: nothing,
  },
  endOthers: {
    method: 'POST',
    path: 'service/session/endOthers',
    allow: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ ended: z.number().int() }),
  },
});
