import type { IconName } from '../../kit/ui/icons.ts';
import type { Tone } from '../../kit/ui/theme.ts';
import type { PlaceState } from './clusters.ts';

/** Each state has a glyph of its own: colour alone tells nothing to a colour-blind reader. */
export const placeLooks: Record<PlaceState, { tone: Tone; icon: IconName }> = {
  alarm: { tone: 'fault', icon: 'alert' },
  working: { tone: 'working', icon: 'clean' },
  online: { tone: 'moving', icon: 'check' },
  offline: { tone: 'quiet', icon: 'offline' },
  empty: { tone: 'quiet', icon: 'minus' },
};
