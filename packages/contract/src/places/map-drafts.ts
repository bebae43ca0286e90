import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { mapVersionRow } from './map-versions.ts';
import { mapElements, mapGround, mapLimits, mapPoint } from './maps.ts';
import { permissions } from '../grammar/permissions.ts';

/**
 * Why a map cannot be edited now. CONFLICT: a robot and the cloud both changed it and the conflict is open. The others
 * apply to an edit for a robot: it is on another map, or it is resupplying.
 */
export const draftRefusals = ['CONFLICT', 'MAP_DIFFERS', 'RESUPPLYING'] as const;
export type DraftRefusal = (typeof draftRefusals)[number];

/** Unpublished edits of a map. A map has one draft; without one the published map is returned. */
export const mapDraft = z.object({
  mapId: z.string(),
  mapName: z.string(),
  /** The published version it is based on. */
  baseVersion: z.number().int(),
  /** The published version now; above `baseVersion`, another version was published meanwhile. */
  currentVersion: z.number().int(),
  /** Version of the draft; 0 while nothing is saved. */
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
/** The robot from whose task or page the user comes; only its active map may be edited for it. */
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
   * Saves the whole drawing in one statement, so a failure keeps the old draft. `version` is the one that was read; after
   * a save of another user the call is refused with user and time. `baseVersion` is set when the drawing was merged with
   * a version published meanwhile.
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
      /** The file from `ground`; the default is the published picture. */
      groundFileId: z.uuid().optional(),
      baseVersion: z.number().int().min(1).optional(),
    }),
    output: mapDraft,
  },
  /** Uploads the repaired grid as an 8-bit grey PNG of the map's size (field `grid`); `save` takes the returned file. */
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
  /** Reads the points of a LIF file (field `lif`): of the layout with the map's id, else of the first. Stores nothing. */
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
  /** Adds the points of a LIF layout (field `lif`) to the draft; points with an existing id are skipped. */
  importPoints: {
    method: 'POST',
    path: 'service/map/draft/points',
    kind: 'multipart',
    maxUploadBytes: { lif: mapLimits.lifBytes },
    allow: mapUpdate,
    input: z.strictObject({ mapId, version }),
    output: z.object({ added: z.number().int(), skipped: z.number().int(), draft: mapDraft }),
  },
  /** Findings to review before publishing, such as elements cut off, outside the floor or in an obstacle. */
  check: {
    method: 'POST',
    path: 'service/map/draft/check',
    allow: mapList,
    reads: true,
    input: z.strictObject({ mapId }),
    output: z.object({ findings: z.array(mapFinding) }),
  },
  /**
   * Makes the draft the next version and sends it to the robots that have this map. Runs `check` first: an error refuses
   * the call, and so do more warnings than `warnings`.
   */
  publish: {
    method: 'POST',
    path: 'service/map/draft/publish',
    allow: mapUpdate,
    input: z.strictObject({ mapId, version, note, deviceId, warnings: z.number().int().min(0).default(0) }),
    output: mapVersionRow,
  },
});
