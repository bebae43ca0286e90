import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { permissions, type Permission } from '../grammar/permissions.ts';
import { becauseAt } from '../grammar/reasons/because.ts';

/** Statistics over many runs per tile: number of passes, age of the last pass, missed floor, assists, signal. */
export const mapLayerNames = ['PASSES', 'AGE', 'MISSED', 'ASSISTS', 'SIGNAL'] as const;
export type MapLayerName = (typeof mapLayerNames)[number];

const { assists, mapList, reportList, zoneBoard } = permissions;
/** The permission that shows the same data elsewhere (any one of several), so a layer never reveals more. */
export const mapLayerRights: Record<MapLayerName, Permission | readonly Permission[]> = {
  PASSES: reportList,
  AGE: [reportList, zoneBoard],
  MISSED: reportList,
  ASSISTS: assists,
  SIGNAL: mapList,
};

/** Retention of positions and signals in days; the other layers use the same limit, so layers stay comparable. */
export const maxLayerDays = 92;

/** The data a layer was computed from. */
const layerBasis = z.object({
  /** Runs with a path that were counted. */
  runs: z.number().int(),
  /** Of these, runs on another version of the map; the frame is the same, so they count. */
  otherVersions: z.number().int(),
  /** Runs without a path. */
  withoutPath: z.number().int(),
  /** Older runs left out because there were too many. */
  left: z.number().int(),
  /** Number of assists or signal samples, for those layers. */
  places: z.number().int(),
});

export const mapLayer = z.object({
  layer: z.enum(mapLayerNames),
  from: moment,
  to: moment,
  /** Square tiles over the floor, row 0 the greatest y. */
  raster: z.object({
    width: z.number().int(),
    height: z.number().int(),
    resolution: z.number(),
    originX: z.number(),
    originY: z.number(),
  }),
  /** Unsigned 16-bit little-endian number per tile, raw deflate, base64. 65535: unknown. */
  tiles: z.string(),
  /** Factor of the numbers; units: passes, days, runs, assists, dBm. */
  scale: z.number(),
  told: layerBasis,
});
export type MapLayer = z.infer<typeof mapLayer>;

/** AGE layer: floor of a cleaning zone that no run reached in the period. */
export const neverCleaned = 0xff_fe;

const dayMs = 86_400_000;

export const mapLayerCalls = calls('mapLayers', {
  /** One layer of one map, from the runs that started in the period. Also requires the permission of the layer. */
  read: {
    method: 'POST',
    path: 'service/map/layer',
    allow: mapList,
    reads: true,
    input: z
      .strictObject({ mapId: z.uuid(), layer: z.enum(mapLayerNames), from: moment, to: moment })
      .refine(
        ({ from, to }) => Date.parse(to) - Date.parse(from) <= maxLayerDays * dayMs,
        becauseAt('from', 'TOO_MANY_DAYS', { days: maxLayerDays }),
      ),
    output: mapLayer,
  },
});
