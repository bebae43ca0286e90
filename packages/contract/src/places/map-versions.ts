import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { mapElements, mapGround } from './maps.ts';
import { permissions } from '../grammar/permissions.ts';

/** Origin of a version. Maps from before versioning count as DEVICE if sent by a robot, else as IMPORT. */
export const versionOrigins = ['CLOUD', 'DEVICE', 'IMPORT', 'ROLLBACK'] as const;
export type VersionOrigin = (typeof versionOrigins)[number];

/** Effect of a map change on a task. */
export const mapImpact = z.object({
  task: z.object({ id: z.string(), name: z.string() }),
  device: z.object({ id: z.string(), nickname: z.string(), sn: z.string() }),
  zones: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      effect: z.enum(['REMOVED', 'NO_LONGER_CLEANED', 'CHANGED']),
    }),
  ),
  /** No zone is left to clean. */
  broken: z.boolean(),
});
export type MapImpact = z.infer<typeof mapImpact>;

export const mapVersionRow = z.object({
  mapId: z.string(),
  version: z.number().int(),
  parentVersion: z.number().int().nullable(),
  origin: z.enum(versionOrigins),
  note: z.string(),
  /** The robot that drew it. */
  device: z.object({ id: z.string(), nickname: z.string() }).nullable(),
  ground: mapGround,
  elementCount: z.number().int(),
  /** The version it replaced without being based on it, and whether the conflict is resolved. */
  conflict: z
    .object({
      with: z.number().int(),
      settledAt: moment.nullable(),
      settledBy: z.string().nullable(),
    })
    .nullable(),
  current: z.boolean(),
  createdAt: moment,
  createdBy: z.string(),
});
export type MapVersionRow = z.infer<typeof mapVersionRow>;
export const mapVersionDetail = mapVersionRow.extend({ mapName: z.string(), elements: mapElements });
export type MapVersionDetail = z.infer<typeof mapVersionDetail>;

const { mapList, mapUpdate } = permissions;
const mapId = z.uuid();
const version = z.number().int().min(0);
const note = z.string().trim().max(200).default('');

export const mapVersionCalls = calls('mapVersions', {
  list: {
    method: 'POST',
    path: 'service/map/version/queryWithPage',
    allow: mapList,
    reads: true,
    input: listInput({ mapId }),
    output: listOf(mapVersionRow),
  },
  detail: {
    method: 'POST',
    path: 'service/map/version/detail',
    allow: mapList,
    reads: true,
    input: z.strictObject({ mapId, version }),
    output: mapVersionDetail,
  },
  /** Publishes an earlier version again as a new version; the history is never changed. */
  rollback: {
    method: 'POST',
    path: 'service/map/version/rollback',
    allow: mapUpdate,
    /** `version` is the current one as the caller saw it. */
    input: z.strictObject({ mapId, version, to: version, note }),
    output: mapVersionRow,
  },
  /** Tasks that would lose or change cleaning zones: by the draft, or by a change to version `to`. */
  impact: {
    method: 'POST',
    path: 'service/map/version/impact',
    allow: mapList,
    reads: true,
    input: z.strictObject({ mapId, to: version.optional() }),
    output: z.object({ impacts: z.array(mapImpact) }),
  },
  /** Resolves a conflict: keep the robot's edit, restore the cloud's edit, or take merged elements. */
  settle: {
    method: 'POST',
    path: 'service/map/version/settle',
    allow: mapUpdate,
    input: z.strictObject({
      mapId,
      version,
      take: z.enum(['DEVICE', 'CLOUD', 'MERGED']),
      /** Elements of the merged map. */
      elements: mapElements.optional(),
    }),
    output: mapVersionRow,
  },
});
