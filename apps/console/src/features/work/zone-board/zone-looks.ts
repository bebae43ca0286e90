import type { BoardZone, ZoneState } from '@sweepline/contract';
import type { IconName } from '../../../kit/ui/icons.ts';
import type { Tone } from '../../../kit/ui/theme.ts';

/** Tone and icon of each state of a zone. */
export const zoneLooks: Record<ZoneState, { tone: Tone; icon: IconName }> = {
  OVERDUE: { tone: 'fault', icon: 'alert' },
  NEVER: { tone: 'fault', icon: 'ring' },
  SOON: { tone: 'waiting', icon: 'clock' },
  FRESH: { tone: 'working', icon: 'check' },
  FREE: { tone: 'quiet', icon: 'ring' },
};

export interface ZoneGroup {
  map: BoardZone['map'];
  zones: BoardZone[];
}

/** The zones grouped by map, in the order of the input. */
export function groupsOf(zones: readonly BoardZone[]): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup>();
  for (const zone of zones) {
    const group = groups.get(zone.map.id) ?? { map: zone.map, zones: [] };
    group.zones.push(zone);
    groups.set(zone.map.id, group);
  }
  return [...groups.values()];
}
