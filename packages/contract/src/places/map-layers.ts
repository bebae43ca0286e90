import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { permissions, type Permission } from '../grammar/permissions.ts';

/** What many runs together say of a floor: how often it was cleaned, how long ago, left out, where help came, how weak the signal is. */
export const mapLayerNames = ['PASSES', 'AGE', 'MISSED', 'ASSISTS', 'SIGNAL'] as const;
export type MapLayerName = (typeof mapLayerNames)[number];

const { assists, mapList, reportList, zoneBoard } = permissions;
/** The right by which the same is told elsewhere, any one of several; whoever may see maps sees no more of runs and rescues on them than there. */
export const mapLayerRights: Record<MapLayerName, Permission | readonly Permission[]> = {
  PASSES: reportList,
  AGE: [reportList, zoneBoard],
  MISSED: reportList,
  ASSISTS: assists,
  SIGNAL: mapList,
};

/** Positions and signals are kept so long; the other layers are told of the same stretch, so that they can be compared. */
export const maxLayerDays = 92;

/** Of what a layer was made. */
const told = z.object({
  /** Runs with a path that were counted. */
  runs: z.number().int(),
  /** Of these on another version of the map than the present one: it has the same frame, so they are counted. */
  otherVersions: z.number().int(),
  /** Runs that left no path behind. */
  withoutPath: z.number().int(),
  /** Older runs that were too many to be counted. */
  left: z.number().int(),
  /** Rescues or signals, where the layer is made of those. */
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
  /** One number of two bytes a tile, the lower byte first, packed by raw deflate and written in base64. 65535: nothing known. */
  tiles: z.string(),
  /** What the numbers are to be multiplied by: passes, days, runs, rescues, dBm. */
  scale: z.number(),
  told,
});
export type MapLayer = z.infer<typeof mapLayer>;

/** Of AGE: floor in a cleaning zone that no run reached in the whole stretch. */
export const neverCleaned = 0xff_fe;

const dayMs = 86_400_000;

export const mapLayerCalls = calls('mapLayers', {
  /** One layer of one map, of the runs that began within a stretch of time; by the layer's own right besides. */
  read: {
    method: 'POST',
    path: 'service/map/layer',
    allow: mapList,
    reads: true,
    input: z
      .strictObject({ mapId: z.uuid(), layer: z.enum(mapLayerNames), from: moment, to: moment })
      .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
        path: ['to'],
        error: 'before its beginning',
      })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= maxLayerDays * dayMs, {
        path: ['from'],
        error: `more than ${maxLayerDays} days`,
      }),
    output: mapLayer,
  },
});
