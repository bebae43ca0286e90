import type { DeviceSettings } from '@sweepline/contract';
import type { Mark } from '../../../shared/words/marks.ts';

type SyncText =
  | 'IN_SYNC'
  | 'AWAITING_AWAY'
  | 'AWAITING_SYNC'
  | 'SYNCING'
  | 'SYNC_FAILED'
  | 'UNKNOWN'
  | 'LOCAL';

/** The sync state as an icon and a text key. */
export function syncMark(
  { syncState, version, reported, editedAtRobot }: DeviceSettings,
  online: boolean,
): Mark & { text: SyncText } {
  if (version === 0 && reported === null) return { tone: 'quiet', icon: 'ring', text: 'UNKNOWN' };
  if (syncState === 'SYNC_FAILED') return { tone: 'fault', icon: 'alert', text: 'SYNC_FAILED' };
  if (syncState !== 'IN_SYNC' && !online) return { tone: 'waiting', icon: 'clock', text: 'AWAITING_AWAY' };
  if (syncState === 'AWAITING_SYNC') return { tone: 'waiting', icon: 'clock', text: 'AWAITING_SYNC' };
  if (syncState === 'SYNCING') return { tone: 'moving', icon: 'upload', text: 'SYNCING' };
  if (editedAtRobot) return { tone: 'moving', icon: 'robot', text: 'LOCAL' };
  return { tone: 'working', icon: 'check', text: 'IN_SYNC' };
}
