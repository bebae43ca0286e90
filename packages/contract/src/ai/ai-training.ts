import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

const count = z.number().int();

/** The networks for floor tiles. The second one learns more and takes longer. */
export const aiNetworks = ['SMALL', 'STANDARD'] as const;

export const aiTrainingStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type AiTrainingState = (typeof aiTrainingStates)[number];

/** Why a training failed. */
export const aiTrainingFaults = ['PICTURE_UNREADABLE', 'NO_PICTURES', 'TRAINER_ENDED', 'FAULT'] as const;

export const aiTrainingLimits = {
  epochs: { min: 1, max: 200 },
  rate: { min: 0.0001, max: 0.02 },
  tilesPerClass: { min: 20, max: 5_000 },
  /** Pictures of each class in a version, below which nothing is learnt. */
  leastPictures: 20,
} as const;

const between = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);

/** What a person chooses. The same settings on the same version give the same model, bit by bit. */
const settings = {
  network: z.enum(aiNetworks),
  epochs: between(aiTrainingLimits.epochs).int(),
  rate: between(aiTrainingLimits.rate),
  /** Tiles are flipped, lit and coloured differently in each epoch, with lines drawn over them. */
  augmentation: z.boolean(),
  seed: count.min(0).max(2_147_483_647),
  /** The most tiles of each class; chosen by the seed. */
  tilesPerClass: between(aiTrainingLimits.tilesPerClass).int(),
};
export const aiTrainingSettings = z.strictObject(settings);
export type AiTrainingSettings = z.infer<typeof aiTrainingSettings>;

/** What happened to a training. `number` belongs to the kind: pictures, tiles, or the epoch from which it goes on. */
export const aiTrainingEventKinds = [
  'BEGUN',
  'PICTURES',
  'TILES',
  'GOES_ON',
  'JUDGED',
  'DONE',
  'FAILED',
  'CANCELLED',
] as const;
export const aiTrainingEvent = z.object({
  at: moment,
  kind: z.enum(aiTrainingEventKinds),
  number: count.nullable(),
});
export type AiTrainingEvent = z.infer<typeof aiTrainingEvent>;

/** How well the network knew its tiles in an epoch. */
export const aiTrainingEpoch = z.object({
  epoch: count,
  loss: z.number(),
  /** The share of the tiles that it recognised while it learnt. */
  accuracy: z.number(),
  /** The share of the tiles for validation; null without them. */
  validation: z.number().nullable(),
});
export type AiTrainingEpoch = z.infer<typeof aiTrainingEpoch>;

export const aiTraining = z.object({
  ...settings,
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  datasetId: z.string(),
  datasetNumber: count,
  sites: count,
  state: z.enum(aiTrainingStates),
  /** The epochs that are done. */
  epoch: count,
  /** Null while nothing is known about it. */
  secondsLeft: count.nullable(),
  /** Those of the last epoch. */
  loss: z.number().nullable(),
  accuracy: z.number().nullable(),
  fault: z.enum(aiTrainingFaults).nullable(),
  modelId: z.string().nullable(),
  modelNumber: count.nullable(),
  /** The training whose settings it repeats. */
  againOfId: z.string().nullable(),
  createdAt: moment,
  createdBy: z.string(),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
});
export type AiTraining = z.infer<typeof aiTraining>;

const detail = aiTraining.extend({
  epochList: z.array(aiTrainingEpoch),
  log: z.array(aiTrainingEvent),
});
export type AiTrainingDetail = z.infer<typeof detail>;

const path = 'service/aiTraining';
const post = { method: 'POST' as const };

export const aiTrainingCalls = calls('aiTrainings', {
  list: {
    ...post,
    path: `${path}/queryWithPage`,
    allow: permissions.aiTraining,
    reads: true,
    input: listInput({ projectId: z.uuid().optional(), state: z.enum(aiTrainingStates).optional() }),
    output: listOf(aiTraining),
  },
  detail: {
    ...post,
    path: `${path}/detail`,
    allow: permissions.aiTraining,
    reads: true,
    input: byId,
    output: detail,
  },
  /** One training runs at a time in an installation. The others wait in the order of their creation. */
  add: {
    ...post,
    path: `${path}/add`,
    allow: permissions.aiTrainingStart,
    input: z.strictObject({ datasetId: z.uuid(), ...settings }),
    output: detail,
  },
  cancel: {
    ...post,
    path: `${path}/cancel`,
    allow: permissions.aiTrainingStart,
    input: byId,
    output: detail,
  },
  /** Trains with the same settings on the same version. */
  again: {
    ...post,
    path: `${path}/again`,
    allow: permissions.aiTrainingStart,
    input: byId,
    output: detail,
  },
});
