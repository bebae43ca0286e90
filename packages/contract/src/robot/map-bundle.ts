import { z } from 'zod';
import {
  mapBump,
  mapElements,
  mapLimits,
  mapPoint,
  mapSegment,
  mapSlope,
  mapWall,
  zone,
  type MapElements,
} from '../places/map-elements.ts';
import { mapModes } from '../places/map-modes.ts';

/** Files and size limits of a map bundle: docs/protocol/maps.md#map-bundle. */
export const bundleFiles = { meta: 'map.json', grid: 'grid.png', elements: 'elements.json' } as const;
export const bundleLimits = {
  bytes: mapLimits.bundleBytes,
  unpackedBytes: 160 * 1024 * 1024,
  entries: 8,
} as const;

/** `map.json`. */
export const bundleMeta = z.object({
  format: z.literal('map-1'),
  mapId: z.string().min(1).max(64),
  /** Decimal, assigned by the server; a local edit of the robot is `<parent>.l<k>` until it is uploaded. */
  mapVersion: z.string().regex(/^\d{1,9}(\.l\d{1,6})?$/),
  parentVersion: z
    .string()
    .regex(/^\d{1,9}$/)
    .nullable()
    .optional(),
  name: z.string().trim().min(1).max(60),
  mode: z.enum(mapModes).optional().catch(undefined),
  floor: z.string().max(40).nullable().optional(),
  /** Metres per pixel. */
  resolution: z.number().min(0.005).max(1),
  /** Metres: the lower left corner of the picture. */
  originX: z.number().min(-1e5).max(1e5),
  originY: z.number().min(-1e5).max(1e5),
  widthPx: z.number().int().min(1).max(100_000),
  heightPx: z.number().int().min(1).max(100_000),
  createdAt: z.string().max(40).optional(),
  updatedAt: z.string().max(40).optional(),
  deviceSn: z.string().max(64).nullable().optional(),
});
export type BundleMeta = z.infer<typeof bundleMeta>;

const maxElements = 5_000;
const list = <S extends z.ZodType>(schema: S) => z.array(schema).max(maxElements).default([]);

/** `elements.json`; its `polygons` are the `zones` of a map. */
export const bundleElements = z
  .object({
    points: list(mapPoint),
    walls: list(mapWall),
    polygons: list(zone),
    segments: list(mapSegment),
    slopes: list(mapSlope),
    bumps: list(mapBump),
  })
  .transform(({ polygons, ...rest }): MapElements => ({ ...rest, zones: polygons }))
  .pipe(mapElements);

/** Elements in the format of `elements.json`. */
export const toBundleElements = ({ zones, ...rest }: MapElements) => ({ ...rest, polygons: zones });
