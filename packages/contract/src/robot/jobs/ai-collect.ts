import { z } from 'zod';
import { identifier, uuid } from '../wire.ts';
import { cameras } from '../video/cameras.ts';

const views = z.array(z.enum(cameras)).min(1).max(cameras.length);

/** Parameters of `job.aiCollect`: docs/protocol/ai.md#collecting. */
export const aiCollectParams = z.object({
  jobId: uuid,
  projectId: uuid,
  cameras: views,
  /** Pictures of each camera in a second. */
  perSecond: z.number().min(0.1).max(5),
  cap: z.number().int().min(1).max(100_000),
  type: z.enum(['IMAGE', 'IMAGE_POSE', 'SEGMENT']),
  during: z.enum(['TASKS', 'ALWAYS']),
  until: z.iso.datetime(),
  facesBlurred: z.boolean(),
  allowMobileData: z.boolean().default(false),
});
export type AiCollectParams = z.infer<typeof aiCollectParams>;

/** The desired section `ai`: the jobs that a robot may collect for now, and where. */
export const aiSection = z.object({
  collections: z
    .array(z.object({ jobId: uuid, cameras: views, mapIds: z.array(uuid).max(500), until: z.iso.datetime() }))
    .max(50),
});
export type AiSection = z.infer<typeof aiSection>;

/** Most pictures of one zip, beside `index.jsonl`. */
export const maxZippedPictures = 199;
export const aiIndexFile = 'index.jsonl';
export const aiPictureName = /^[0-9]{1,9}\.jpg$/;

/** One line of `index.jsonl`: what a robot says about one picture of a zip. */
export const aiIndexLine = z.object({
  file: z.string().regex(aiPictureName),
  jobId: uuid,
  capturedAt: z.iso.datetime(),
  camera: z.enum(cameras),
  mapId: uuid,
  runId: identifier.nullable().default(null),
  x: z.number().min(-100_000).max(100_000).nullable().default(null),
  y: z.number().min(-100_000).max(100_000).nullable().default(null),
  theta: z.number().min(-10).max(10).nullable().default(null),
  exposureMs: z.number().min(0).max(10_000).nullable().default(null),
  trigger: z.enum(['INTERVAL']),
  facesBlurred: z.boolean(),
});
export type AiIndexLine = z.infer<typeof aiIndexLine>;
