import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { aiClass } from './ai-values.ts';

const count = z.number().int();

/** What an image of a dataset is used for. Images of one run, and of one site where there are enough sites, stay together. */
export const aiDatasetParts = ['TRAIN', 'VALIDATION', 'TEST'] as const;
export type AiDatasetPart = (typeof aiDatasetParts)[number];
/** Below it a figure says nothing about a floor that was never seen. */
export const leastSites = 3;

export const aiDatasetFormats = ['COCO', 'YOLO'] as const;

/** Labelled images of a project as they were at one moment. A version never changes. */
export const aiDataset = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  /** Counts from 1 in each project. */
  number: count,
  seed: count,
  reviewedOnly: z.boolean(),
  /** SHA-256 over the hashes, revisions and parts of its images. */
  hash: z.string(),
  classes: z.array(aiClass),
  images: count,
  parts: z.record(z.enum(aiDatasetParts), count),
  sites: count,
  /** Images that were deleted since, for example with a consent. */
  missing: count,
  companies: z.array(z.object({ id: z.string(), name: z.string(), images: count })),
  createdAt: moment,
  createdBy: z.string(),
});
export type AiDataset = z.infer<typeof aiDataset>;

const { aiCentre, aiProjectUpdate, aiImageExport } = permissions;
const path = 'service/aiDataset';

export const aiDatasetCalls = calls('aiDatasets', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: aiCentre,
    reads: true,
    input: listInput({ projectId: z.uuid().optional() }),
    output: listOf(aiDataset),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: aiCentre,
    reads: true,
    input: byId,
    output: aiDataset,
  },
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: aiProjectUpdate,
    input: z.strictObject({
      projectId: z.uuid(),
      seed: count.min(0).max(2_147_483_647),
      reviewedOnly: z.boolean(),
    }),
    output: aiDataset,
  },
  /** What a later version of the same project has that another one has not. */
  difference: {
    method: 'POST',
    path: `${path}/difference`,
    allow: aiCentre,
    reads: true,
    input: z.strictObject({ id: z.uuid(), otherId: z.uuid() }),
    output: z.object({ added: count, removed: count, relabelled: count, moved: count, same: count }),
  },
  /** A zip with originals and labels of one company: pictures of two companies never meet in one. */
  export: {
    method: 'POST',
    kind: 'bytes',
    path: `${path}/export`,
    allow: aiImageExport,
    reads: false,
    input: z.strictObject({ id: z.uuid(), format: z.enum(aiDatasetFormats), companyId: z.uuid() }),
    output: z.unknown(),
  },
});
