import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { cameras } from '../robot/video/cameras.ts';
import { aiClass, aiImageStates, aiLabelStates, aiLimits, aiShape } from './ai-values.ts';

const count = z.number().int();

export const aiImage = z.object({
  id: z.string(),
  projectId: z.string(),
  /** Null if the project belongs to a company above. */
  projectName: z.string().nullable(),
  companyId: z.string(),
  companyName: z.string(),
  siteId: z.string(),
  siteName: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  camera: z.enum(cameras),
  takenAt: moment,
  mapId: z.string().nullable(),
  runId: z.string().nullable(),
  /** Metres on the map and radians; null for pictures without a pose. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  theta: z.number().nullable(),
  width: count,
  height: count,
  bytes: z.number(),
  facesBlurred: z.boolean(),
  /** Another picture of the project that looks nearly the same; null without one. */
  similarToId: z.string().nullable(),
  state: z.enum(aiImageStates),
  labelState: z.enum(aiLabelStates),
  /** Counts the acts on its labels. */
  revision: count,
  labelledBy: z.string(),
  labelledAt: moment.nullable(),
  /** The ids of the classes that are marked. */
  classIds: z.array(z.string()),
});
export type AiImage = z.infer<typeof aiImage>;

const detail = aiImage.extend({
  classes: z.array(aiClass),
  shapes: z.array(aiShape),
  /** Why the labels were sent back; empty without a reason. */
  note: z.string(),
});
export type AiImageDetail = z.infer<typeof detail>;

const { aiImages, aiImageLabel, aiImageReview, aiImageDelete, aiImageExport } = permissions;
const path = 'service/aiImage';
const post = { method: 'POST' as const };
const several = z.strictObject({ ids: z.array(z.uuid()).min(1).max(aiLimits.images) });
const changed = z.object({ count });
const picture = { ...post, kind: 'bytes' as const, reads: true, allowWhileImpersonating: false };

export const aiImageCalls = calls('aiImages', {
  list: {
    ...post,
    path: `${path}/queryWithPage`,
    allow: aiImages,
    reads: true,
    allowWhileImpersonating: false,
    input: listInput({
      projectId: z.uuid().optional(),
      siteId: z.uuid().optional(),
      deviceId: z.uuid().optional(),
      camera: z.enum(cameras).optional(),
      classId: aiClass.shape.id.optional(),
      state: z.enum(aiImageStates).optional(),
      labelState: z.enum(aiLabelStates).optional(),
      /** Only those that look nearly like another one. */
      similar: z.boolean().optional(),
      from: moment.optional(),
      to: moment.optional(),
      sort: sortBy('takenAt').optional(),
    }),
    output: listOf(aiImage),
  },
  detail: {
    ...post,
    path: `${path}/detail`,
    allow: aiImages,
    reads: true,
    allowWhileImpersonating: false,
    input: byId,
    output: detail,
  },
  /** The original. */
  picture: { ...picture, path: `${path}/picture`, allow: aiImages, input: byId, output: z.unknown() },
  thumbnail: { ...picture, path: `${path}/thumbnail`, allow: aiImages, input: byId, output: z.unknown() },
  keep: { ...post, path: `${path}/keep`, allow: aiImageReview, input: several, output: changed },
  reject: { ...post, path: `${path}/reject`, allow: aiImageReview, input: several, output: changed },
  remove: { ...post, path: `${path}/delete`, allow: aiImageDelete, input: several, output: changed },
  /** All marks of an image after one act. Those who read an older revision are refused. */
  label: {
    ...post,
    path: `${path}/label`,
    allow: aiImageLabel,
    input: z.strictObject({
      id: z.uuid(),
      revision: count,
      shapes: z.array(aiShape).max(aiLimits.shapes),
    }),
    output: detail,
  },
  /** Another person agrees to the labels or sends them back. */
  review: {
    ...post,
    path: `${path}/review`,
    allow: aiImageReview,
    input: z.strictObject({
      id: z.uuid(),
      revision: count,
      accept: z.boolean(),
      note: z.string().trim().max(300).default(''),
    }),
    output: detail,
  },
  /** A zip with the originals and `index.jsonl`. Pictures of two companies never meet in one. */
  export: {
    ...post,
    kind: 'bytes',
    path: `${path}/export`,
    allow: aiImageExport,
    reads: false,
    input: z.strictObject({ ids: z.array(z.uuid()).min(1).max(aiLimits.exportedImages) }),
    output: z.unknown(),
  },
});
