import { pages, type AssistOutcome, type HotSpot, type HotSpotAdvice } from '@sweepline/contract';
import { circleAround } from '@sweepline/map-core';
import type { IconName } from '../../../kit/ui/icons.ts';
import type { Tone } from '../../../kit/ui/theme.ts';

export const outcomeStyles: Record<AssistOutcome, { tone: Tone; icon: IconName }> = {
  OPEN: { tone: 'fault', icon: 'alert' },
  WENT_ON: { tone: 'working', icon: 'check' },
  GAVE_UP: { tone: 'waiting', icon: 'stop' },
};

export const adviceIcons: Record<HotSpotAdvice, IconName> = {
  WALL: 'wall',
  NO_GO: 'polygon',
  DOCK: 'bolt',
  LOOK: 'seen',
};

const cm = (metres: number) => metres.toFixed(2);

/** The map editor at a place, with the suggested change. */
export const adviceAddress = (mapId: string, { x, y, advice }: Pick<HotSpot, 'x' | 'y' | 'advice'>) =>
  pages.mapEditor({ id: mapId, x: cm(x), y: cm(y), advice: advice ?? undefined });

/** A hot spot as an outline, in metres. */
export const circleOf = (spot: Pick<HotSpot, 'x' | 'y' | 'radiusM'>) => circleAround(spot, spot.radiusM);
