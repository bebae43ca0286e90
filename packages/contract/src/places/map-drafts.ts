import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { mapVersionRow } from './map-versions.ts';
import { mapElements, mapGround, mapLimits, mapPoint } from './maps.ts';
import { permissions } from '../grammar/permissions.ts';

/**
 * Why a map cannot be edited now: a robot and the cloud both changed it, and nobody has settled that yet; or, for whoever comes from a
 * task or a robot, the robot stands on another map or is resupplying.
 */
export const draftRefusals = ['CONFLICT', 'MAP_DIFFERS', 'RESUPPLYING'] as const;
export type DraftRefusal = (typeof draftRefusals)[number];

/** What is being drawn on a map and no robot knows yet. A map has one draft; without one it is the published map itself. */
export const mapDraft = z.object({
  mapId: z.string(),
  mapName: z.string(),
  /** The published version it was begun on. */
  baseVersion: z.number().int(),
  /** The published version now: above `baseVersion` somebody published meanwhile. */
  currentVersion: z.number().int(),
  /** Of the draft; 0 while nothing is saved. */
  version: z.number().int(),
  ground: mapGround,
  elements: mapElements,
  updatedAt: moment.nullable(),
  updatedBy: z.string().nullable(),
  refusal: z.enum(draftRefusals).nullable(),
});
export type MapDraft = z.infer<typeof mapDraft>;

export const findingSeverities = ['ERROR', 'WARNING'] as const;
export const mapFinding = z.object({
  code: z.string(),
  severity: z.enum(findingSeverities),
  shapeIds: z.array(z.string()),
  at: z.object({ x: z.number(), y: z.number() }).nullable(),
});
export type MapFinding = z.infer<typeof mapFinding>;

const { mapList, mapUpdate } = permissions;
const mapId = z.uuid();
const version = z.number().int().min(0);
/** The robot whose task or page the person comes from: its own map is the one that may be edited for it. */
const deviceId = z.uuid().optional();
const note = z.string().trim().max(200).default('');

export const mapDraftCalls = calls('mapDrafts', {
  detail: {
    method: 'POST',
    path: 'service/map/draft/detail',
    allow: mapList,
    reads: true,
    input: z.strictObject({ mapId, deviceId }),
    output: mapDraft,
  },
  /**
   * The whole drawing at once, in one statement: whatever happens meanwhile, the old or the new draft is there. `version` is the
   * one that was read; somebody else's save since is refused with who and when. `baseVersion` says that the drawing was merged
   * with a version published meanwhile.
   */
  save: {
    method: 'POST',
    path: 'service/map/draft/save',
    allow: mapUpdate,
    maxBodyBytes: 1024 * 1024,
    input: z.strictObject({
      mapId,
      version,
      elements: mapElements,
      /** From `ground`; the published picture when left out. */
      groundFileId: z.uuid().optional(),
      baseVersion: z.number().int().min(1).optional(),
    }),
    output: mapDraft,
  },
  /** The repaired grid as an 8-bit grey PNG of the map's own size (field `grid`); `save` names the file it answers. */
  ground: {
    method: 'POST',
    path: 'service/map/draft/ground',
    kind: 'multipart',
    maxUploadBytes: { grid: mapLimits.pictureBytes },
    allow: mapUpdate,
    input: z.strictObject({ mapId }),
    output: z.object({ file: z.string() }),
  },
  discard: {
    method: 'POST',
    path: 'service/map/draft/discard',
    allow: mapUpdate,
    input: z.strictObject({ mapId, version }),
    output: nothing,
  },
  /** What a LIF file (field `lif`) holds for this map: the points of the layout of its id, else of the first. Nothing is stored. */
  readPoints: {
    method: 'POST',
    path: 'service/map/draft/points/read',
    kind: 'multipart',
    maxUploadBytes: { lif: mapLimits.lifBytes },
    allow: mapUpdate,
    reads: true,
    input: z.strictObject({ mapId }),
    output: z.object({ layout: z.string(), layouts: z.number().int(), points: z.array(mapPoint) }),
  },
  /** Adds the points of a LIF layout (field `lif`) to the draft; those whose id is on the map already are left as they are. */
  importPoints: {
    method: 'POST',
    path: 'service/map/draft/points',
    kind: 'multipart',
    maxUploadBytes: { lif: mapLimits.lifBytes },
    allow: mapUpdate,
    input: z.strictObject({ mapId, version }),
    output: z.object({ added: z.number().int(), skipped: z.number().int(), draft: mapDraft }),
  },
  /** What a person should look at before publishing, the floor included: what is cut off, has no floor or stands in an obstacle. */
  check: {
    method: 'POST',
    path: 'service/map/draft/check',
    allow: mapList,
    reads: true,
    input: z.strictObject({ mapId }),
    output: z.object({ findings: z.array(mapFinding) }),
  },
  /**
   * Makes the draft the next version and sends it to the robots that have this map. It is checked as by `check`: a fault is
   * refused, and so are more warnings than the caller says to have seen.
   */
  publish: {
    method: 'POST',
    path: 'service/map/draft/publish',
    allow: mapUpdate,
    input: z.strictObject({ mapId, version, note, deviceId, warnings: z.number().int().min(0).default(0) }),
    output: mapVersionRow,
  },
});
