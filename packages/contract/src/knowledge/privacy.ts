import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';

/** Days in which a request is answered: a month, as the law asks. */
export const privacyRequestDays = 30;

/** What is kept about an account. The page says why and how long. */
export const keptKinds = [
  'ACCOUNT',
  'SIGN_INS',
  'SESSIONS',
  'AUDIT',
  'AGREEMENTS',
  'VIDEO_VIEWS',
  'NOTICES',
] as const;
export type KeptKind = (typeof keptKinds)[number];

/** Someone saw the console as this account. */
const accountView = z.object({ id: z.string(), at: moment, by: z.string() });
export type AccountView = z.infer<typeof accountView>;

/** Someone watched a camera of a robot of the account's company. */
const watchedCamera = z.object({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  camera: z.string(),
  viewer: z.string(),
  company: z.string(),
  reason: z.string(),
  openedAt: moment,
  endedAt: moment.nullable(),
});
export type WatchedCamera = z.infer<typeof watchedCamera>;

const deletionRequest = z.object({ askedAt: moment, dueAt: moment });

const path = 'service/privacy';
/** Open while an agreement is due: who does not agree may still take their data and leave. */
const own = {
  method: 'POST',
  allow: 'signedIn',
  beforeAgreement: true,
  // An impersonating administrator reads nothing that is only for the person.
  allowWhileImpersonating: false,
} as const;

/** What is kept about the caller, who looked at it, and their rights. */
export const privacyCalls = calls('privacy', {
  viewedBy: {
    ...own,
    reads: true,
    path: `${path}/viewedBy`,
    input: listInput({}),
    output: listOf(accountView),
  },
  watched: {
    ...own,
    reads: true,
    path: `${path}/watched`,
    input: listInput({}),
    output: listOf(watchedCamera),
  },
  /** Everything that is kept about the caller, as JSON. */
  data: {
    ...own,
    reads: true,
    kind: 'bytes',
    path: `${path}/data`,
    input: z.strictObject({}),
    output: z.unknown(),
  },
  /** The open request for the deletion of the account; null for none. */
  request: {
    ...own,
    reads: true,
    path: `${path}/request`,
    input: z.strictObject({}),
    output: z.object({ request: deletionRequest.nullable() }),
  },
  /** Administrators of the company are told; they delete the account. */
  askDeletion: { ...own, path: `${path}/askDeletion`, input: z.strictObject({}), output: nothing },
  cancelDeletion: { ...own, path: `${path}/cancelDeletion`, input: z.strictObject({}), output: nothing },
});
