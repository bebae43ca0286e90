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

/** The files of a map bundle (protocol 2.12), and how large one may be. */
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
  /** Decimal, given by the server only; an edit at the robot is `<parent>.l<k>` until it is uploaded. */
  mapVersion: z.string().regex(/^\d{1,9}(\.l\d{1,6})?$/),
  parentVersion: z
    .string()
    .regex(/^\d{1,9}$/)
    .nullable()
    .optional(),
  name: z.string().trim().min(1).max(60),
  mode: z.enum(mapModes).optional().catch(undefined),
  floor: z.string().max(40).nullable().optional(),
  /** Metres a pixel. */
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

/** `elements.json`: the wire says polygons where we say zones. */
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

/** Elements as `elements.json` has them. */
export const toBundleElements = ({ zones, ...rest }: MapElements) => ({ ...rest, polygons: zones });
