import { lookup } from '@sweepline/contract';
import type { RolloutProgress, SyncState } from '@sweepline/contract';
import { algoKey, canonicalJson, flatSettings } from '@sweepline/contract/robot';

type Document = Readonly<Record<string, unknown>>;

/** A screen lock is not copied: its PIN cannot be read back, and a lock cannot be enabled without it. */
const lockKey = 'screenLock';

/** The settings of a robot that can be copied to another robot. */
export const portable = (document: Document): Record<string, unknown> =>
  Object.fromEntries(Object.entries(document).filter(([key]) => key !== lockKey));

/** The settings of a robot that can be part of a profile: without the robot's own algorithm parameters. */
export const profileValuesOf = (document: Document): Record<string, unknown> =>
  Object.fromEntries(Object.entries(portable(document)).filter(([key]) => key !== algoKey));

const alike = (a: unknown, b: unknown) => canonicalJson([a ?? null]) === canonicalJson([b ?? null]);

/** The changes of `values` to the `current` settings, by key. An equal value is no change. */
export function differencesOf(current: Document, values: Document) {
  const now = flatSettings(current);
  return Object.entries(flatSettings(values))
    .filter(([key, after]) => !alike(lookup(now, key), after))
    .map(([key, after]) => ({ key, before: lookup(now, key) ?? null, after }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** The keys in which a device differs from its profile. */
export const driftOf = (profile: Document, current: Document) =>
  differencesOf(current, profile).map(({ key, before, after }) => ({ key, wanted: after, is: before }));

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

/** Progress of one device. A robot that reported a later version has applied this one too. */
export function progressOf({ result, version }: Sent, now: Now | null, canceled: boolean): RolloutProgress {
  if (canceled) return 'CANCELED';
  if (result !== 'SENT') return result as RolloutProgress;
  if (!now || version === null) return 'WAITING';
  if (now.version > version && (now.reportedVersion ?? 0) > version) return 'APPLIED';
  return ofState[now.state];
}
