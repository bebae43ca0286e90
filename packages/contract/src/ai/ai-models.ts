import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { cameras } from '../robot/video/cameras.ts';
import { aiNetworks, aiTrainingSettings } from './ai-training.ts';
import { aiClass } from './ai-values.ts';

const count = z.number().int();

/** A draft is not judged yet: its version has no pictures for the test. */
export const aiModelStates = ['DRAFT', 'EVALUATED', 'APPROVED', 'ACTIVE', 'RETIRED'] as const;
export type AiModelState = (typeof aiModelStates)[number];
export const aiModelActs = ['APPROVE', 'RETIRE'] as const;
export type AiModelAct = (typeof aiModelActs)[number];

/** The state after an act, by the state before; an act that is missing is refused. */
export const aiModelMoves: Readonly<Record<AiModelState, { readonly [Act in AiModelAct]?: AiModelState }>> = {
  DRAFT: { RETIRE: 'RETIRED' },
  EVALUATED: { APPROVE: 'APPROVED', RETIRE: 'RETIRED' },
  APPROVED: { RETIRE: 'RETIRED' },
  ACTIVE: { RETIRE: 'RETIRED' },
  RETIRED: {},
};

/** Below it a class is recognised too badly for a robot to act on it. */
export const leastModelF1 = 0.6;

/** The class of tiles on which nothing is marked. */
export const aiCleanClass = 'clean';

const share = z.number().nullable();
/** Figures of tiles that took no part in the training. */
export const aiFigures = z.object({
  /** The tiles. */
  count,
  accuracy: share,
  /** The mean of the classes that have tiles. */
  f1: share,
  classes: z.array(z.object({ count, precision: share, recall: share, f1: share })),
  /** How often a class (row) was taken for another one (column). */
  confusion: z.array(z.array(count)),
});
export type AiFigures = z.infer<typeof aiFigures>;

/** A class of a model; the clean floor has no colour of a project. */
const modelClass = aiClass.pick({ id: true, name: true, colour: true });

/** Why a model may not be approved; the class is empty where the reason is none of one class. */
export const aiGateCodes = ['NOT_JUDGED', 'CLASS_WEAK', 'BELOW_BASELINE'] as const;
const gate = z.object({ code: z.enum(aiGateCodes), classId: z.string(), name: z.string(), f1: share });
export type AiGate = z.infer<typeof gate>;

export const aiModel = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  datasetId: z.string(),
  datasetNumber: count,
  trainingId: z.string(),
  /** Counts from 1 in each project. */
  number: count,
  state: z.enum(aiModelStates),
  network: z.enum(aiNetworks),
  classes: z.array(modelClass),
  /** Below three sites the figures say nothing about a floor that was never seen. */
  sites: count,
  f1: share,
  baselineF1: share,
  sha256: z.string(),
  bytes: z.number(),
  createdAt: moment,
  createdBy: z.string(),
});
export type AiModel = z.infer<typeof aiModel>;

const detail = aiModel.extend({
  settings: aiTrainingSettings,
  /** The release of the trainer: another one may give other bytes. */
  codeVersion: z.string(),
  datasetHash: z.string(),
  images: count,
  /** Images of its version that were deleted since. */
  missing: count,
  /** Something counts as found from this probability on. It was chosen on the part for validation. */
  threshold: z.number(),
  /** Null for a draft. */
  figures: aiFigures.nullable(),
  baseline: aiFigures.nullable(),
  bySite: z.array(z.object({ siteId: z.string(), siteName: z.string().nullable(), figures: aiFigures })),
  byCamera: z.array(z.object({ camera: z.enum(cameras), figures: aiFigures })),
  /** The tiles about which the model is most wrong. */
  worst: z.array(
    z.object({ imageId: z.string(), tile: count, truth: count, found: count, probability: z.number() }),
  ),
  /** Empty if the model may be approved. */
  gate: z.array(gate),
  approvedAt: moment.nullable(),
  approvedBy: z.string(),
  retiredAt: moment.nullable(),
  retiredBy: z.string(),
});
export type AiModelDetail = z.infer<typeof detail>;

const path = 'service/aiModel';
const post = { method: 'POST' as const };
const { aiModels, aiModelApprove } = permissions;

export const aiModelCalls = calls('aiModels', {
  list: {
    ...post,
    path: `${path}/queryWithPage`,
    allow: aiModels,
    reads: true,
    input: listInput({ projectId: z.uuid().optional(), state: z.enum(aiModelStates).optional() }),
    output: listOf(aiModel),
  },
  detail: { ...post, path: `${path}/detail`, allow: aiModels, reads: true, input: byId, output: detail },
  /** Two models that were judged on the same version. */
  compare: {
    ...post,
    path: `${path}/compare`,
    allow: aiModels,
    reads: true,
    input: z.strictObject({ id: z.uuid(), otherId: z.uuid() }),
    output: z.object({ one: detail, other: detail }),
  },
  approve: { ...post, path: `${path}/approve`, allow: aiModelApprove, input: byId, output: detail },
  retire: { ...post, path: `${path}/retire`, allow: aiModelApprove, input: byId, output: detail },
  /** The network as ONNX. */
  download: {
    ...post,
    kind: 'bytes',
    path: `${path}/download`,
    allow: aiModels,
    reads: true,
    input: byId,
    output: z.unknown(),
  },
});
