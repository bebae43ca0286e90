import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';

/** Outcomes of a sign-in. `HELD_BACK`: refused without a password check, after too many failures. */
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

/** Days that the sign-in history is stored. */
export const signInDays = 180;

/** An open session of the caller. */
export const openSession = z.object({
  id: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  address: z.string(),
  /** User agent of the browser. */
  agent: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  /** The account that this session impersonates; null for an ordinary session. */
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
  /** Empty when there were several addresses. */
  address: z.string(),
  agent: z.string(),
});
export type SignIn = z.infer<typeof signIn>;

/** Sessions and sign-ins of the caller; never those of another account. */
export const sessionCalls = calls('sessions', {
  list: {
    method: 'POST',
    path: 'service/session/queryWithPage',
    allow: 'signedIn',
    reads: true,
    // Sign-in addresses are private, so an impersonating administrator does not see them.
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
