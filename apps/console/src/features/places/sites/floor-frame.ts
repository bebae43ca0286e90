import type { FloorMap, SiteFloor } from '@sweepline/contract';
import { alignmentOf, type Alignment } from '@sweepline/map-core';

/** The background of the robots of a floor: its plan, or without a plan the picture of its first map. */
export interface FloorFrame {
  file: string;
  width: number;
  height: number;
  /** Whether the picture is that of a map, which is drawn in the colours of maps. */
  isMap: boolean;
  /** Alignment of each map by id. A map that is not aligned is missing. */
  alignments: ReadonlyMap<string, Alignment>;
}

/** Alignment of a map with its own picture: one pixel per cell, without rotation. */
export const ownAlignment = ({ ground }: Pick<FloorMap, 'ground'>): Alignment => ({
  scale: 1 / ground.resolution,
  turn: 0,
  origin: { x: -ground.originX / ground.resolution, y: ground.height + ground.originY / ground.resolution },
});

/** Undefined for a floor with neither plan nor map. */
export function frameOf({ plan, maps }: Pick<SiteFloor, 'plan' | 'maps'>): FloorFrame | undefined {
  if (plan) {
    const alignments = maps.flatMap((map) => {
      const alignment = alignmentOf(map.pairs);
      return alignment ? [[map.id, alignment] as const] : [];
    });
    return { ...plan, isMap: false, alignments: new Map(alignments) };
  }
  const [map] = maps;
  if (!map) return undefined;
  const { file, width, height } = map.ground;
  return { file, width, height, isMap: true, alignments: new Map([[map.id, ownAlignment(map)]]) };
}
