import type { Grid, Point, Pose } from '@sweepline/map-core';

/** The elements of a map bundle (docs/protocol/maps.md#map-bundle). Metres in the map frame, theta in radians. */
export interface MapElements {
  points: MapPoint[];
  walls: { id: string; points: Point[] }[];
  polygons: MapPolygon[];
  segments: { id: string; points: Point[] }[];
  slopes: { id: string; low: Point; high: Point }[];
  bumps: { id: string; points: Point[] }[];
}

export interface MapPoint extends Pose {
  id: string;
  /** START, CHARGING, NAVIGATION, DOCKING, WATER_REFILL, WATER_DRAIN, DROP (where a robot packs), … */
  type: string;
  name: string;
}

export interface MapPolygon {
  id: string;
  type: 'CLEAN' | 'NO_GO' | 'NO_CLEAN' | 'CARPET' | 'SLOW';
  name: string;
  points: Point[];
}

/** A floor: its grid and its named places. */
export interface World {
  mapId: string;
  mapVersion: string;
  name: string;
  grid: Grid;
  elements: MapElements;
}

/** A map on a robot's disk, as reported in its state. */
export interface HeldMap {
  mapId: string;
  mapVersion: string;
  name: string;
  enabled: boolean;
}

export const noElements = (): MapElements => ({
  points: [],
  walls: [],
  polygons: [],
  segments: [],
  slopes: [],
  bumps: [],
});
