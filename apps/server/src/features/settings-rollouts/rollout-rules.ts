import { lookup } from '@sweepline/contract';
import type { RolloutProgress, SyncState } from '@sweepline/contract';
import { algoKey, canonicalJson, flatSettings } from '@sweepline/contract/robot';

type Document = Readonly<Record<string, unknown>>;

/** A lock on one screen is nobody else's: its PIN is never read back, and without it a lock cannot be switched on. */
const own = 'screenLock';

/** What of a robot's settings can be carried to another one. */
export const portable = (document: Document): Record<string, unknown> =>
  Object.fromEntries(Object.entries(document).filter(([key]) => key !== own));

/** What of a robot's settings belongs in a profile: parameters of algorithms are each robot's own. */
export const profiled = (document: Document): Record<string, unknown> =>
  Object.fromEntries(Object.entries(portable(document)).filter(([key]) => key !== algoKey));

const alike = (one: unknown, other: unknown) =>
  canonicalJson([one ?? null]) === canonicalJson([other ?? null]);

/** What these values would change, key by key. A value the robot has already is no change. */
export function differencesOf(is: Document, wanted: Document) {
  const now = flatSettings(is);
  return Object.entries(flatSettings(wanted))
    .filter(([key, after]) => !alike(lookup(now, key), after))
    .map(([key, after]) => ({ key, before: lookup(now, key) ?? null, after }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** The keys in which a device differs from the profile that was applied to it. */
export const driftOf = (wanted: Document, is: Document) =>
  differencesOf(is, wanted).map(({ key, before, after }) => ({ key, wanted: after, is: before }));

interface Sent {
  result: string;
  version: number | null;
}
interface Now {
  version: number;
  state: SyncState;
  reportedVersion: number | null;
}

const ofState: Record<SyncState, RolloutProgress> = {
  IN_SYNC: 'APPLIED',
  AWAITING_SYNC: 'WAITING',
  SYNCING: 'SYNCING',
  SYNC_FAILED: 'FAILED',
};

/** How far one device is. Once its robot has reported a later version, it has had this one. */
export function progressOf({ result, version }: Sent, now: Now | null, canceled: boolean): RolloutProgress {
  if (canceled) return 'CANCELED';
  if (result !== 'SENT') return result as RolloutProgress;
  if (!now || version === null) return 'WAITING';
  if (now.version > version && (now.reportedVersion ?? 0) > version) return 'APPLIED';
  return ofState[now.state];
}
