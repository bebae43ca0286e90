import type { FloorMap, SiteFloor } from '@sweepline/contract';
import { alignmentOf, type Alignment } from '@sweepline/map-core';

/** What the robots of a floor are drawn on: its plan, or where there is none the picture of its only or first map. */
export interface FloorFrame {
  file: string;
  width: number;
  height: number;
  /** It is the picture of a map, and takes the colours maps have. */
  isMap: boolean;
  /** How each map lies on it; a map that is not aligned is missing. */
  alignments: ReadonlyMap<string, Alignment>;
}

/** A map as its own picture shows it: a pixel a cell, upright. */
export const ownAlignment = ({ ground }: Pick<FloorMap, 'ground'>): Alignment => ({
  scale: 1 / ground.resolution,
  turn: 0,
  origin: { x: -ground.originX / ground.resolution, y: ground.height + ground.originY / ground.resolution },
});

/** Undefined for a floor with neither plan nor map. */
export function frameOf({ plan, maps }: Pick<SiteFloor, 'plan' | 'maps'>): FloorFrame | undefined {
  if (plan) {
    const laid = maps.flatMap((map) => {
      const alignment = alignmentOf(map.pairs);
      return alignment ? [[map.id, alignment] as const] : [];
    });
    return { ...plan, isMap: false, alignments: new Map(laid) };
  }
  const [map] = maps;
  if (!map) return undefined;
  const { file, width, height } = map.ground;
  return { file, width, height, isMap: true, alignments: new Map([[map.id, ownAlignment(map)]]) };
}
