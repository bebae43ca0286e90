import { z } from 'zod';
import { connectionStates } from '../devices/device-live.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { because } from '../grammar/reasons/because.ts';
import { slotName } from '../robot/sound/audio-section.ts';
import { audioTypes } from './custom-audio.ts';
import { robotSounds, voiceRobot, voiceRobotName } from './voice-slots.ts';

/** Largest number of robots in one rollout. */
export const maxVoiceTargets = 200;

const company = z.object({ id: z.string(), name: z.string() });

/** Which file a robot plays in a slot when it speaks a language. */
const place = z.strictObject({ language: z.enum(langs), slot: slotName, audioId: z.uuid() });
const places = z
  .array(place)
  .max(600)
  .refine(
    (all) => new Set(all.map(({ language, slot }) => `${language}/${slot}`)).size === all.length,
    because('DUPLICATE_ENTRY'),
  );

export const voiceSetItem = z.object({
  language: z.enum(langs),
  slot: z.string(),
  audio: z.object({
    id: z.string(),
    name: z.string(),
    type: z.enum(audioTypes),
    seconds: z.number(),
    bytes: z.number().int(),
    loudness: z.number().nullable(),
  }),
});
export type VoiceSetItem = z.infer<typeof voiceSetItem>;

export const voiceSet = z.object({
  id: z.string(),
  company,
  name: z.string(),
  remark: z.string(),
  /** The languages in which it has a file. */
  languages: z.array(z.enum(langs)),
  /** The slots in which it has a file in some language. */
  slots: z.number().int(),
  /** The visible robots that it was rolled out to last. */
  robots: z.number().int(),
  version: z.number().int(),
  createdAt: moment,
  updatedAt: moment,
  updatedBy: z.string(),
});
export type VoiceSet = z.infer<typeof voiceSet>;

export const voiceVerdicts = ['DIFFERENT', 'SAME', 'UNSUPPORTED'] as const;
export const voicePreview = z.object({
  ...voiceRobotName,
  state: z.enum(connectionStates),
  verdict: z.enum(voiceVerdicts),
  language: z.enum(langs).nullable(),
  /** File names by slot; empty for the robot's own sound. */
  differences: z.array(z.object({ slot: z.string(), before: z.string(), after: z.string() })),
  /** Slots of the set that the robot lacks. */
  missing: z.array(z.string()),
});
export type VoicePreview = z.infer<typeof voicePreview>;

export const voiceRollout = z.object({
  id: z.string(),
  state: z.enum(['SCHEDULED', 'STARTED', 'CANCELED']),
  /** Null: back to the robots' own sounds. */
  set: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  dueAt: moment.nullable(),
  startedAt: moment.nullable(),
  createdAt: moment,
  by: z.string(),
  /** Empty when the server canceled it because its creator lost the permission. */
  canceledBy: z.string().nullable(),
  robots: z.number().int(),
});
export type VoiceRollout = z.infer<typeof voiceRollout>;

const fields = { name: z.string().trim().min(1).max(60), remark: z.string().trim().max(200), items: places };
const read = { method: 'POST', allow: permissions.customAudio, reads: true } as const;
const { audioCreate, audioUpdate, audioDelete, audioRollOut, deviceList, customAudio } = permissions;
const path = 'service/voiceSet';
/** Null: back to the robots' own sounds. */
const what = { id: z.uuid().nullable(), targetIds: z.array(z.uuid()).min(1).max(maxVoiceTargets) };
const detail = voiceSet.extend({ items: z.array(voiceSetItem) });

export const voiceSetCalls = calls('voiceSets', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      sort: sortBy('name', 'updatedAt').optional(),
    }),
    output: listOf(voiceSet),
  },
  detail: { ...read, path: `${path}/detail`, input: byId, output: detail },
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: audioCreate,
    input: z.strictObject({ companyId: z.uuid().optional(), ...fields }),
    output: detail,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: audioUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...fields }),
    output: detail,
  },
  remove: { method: 'POST', path: `${path}/delete`, allow: audioDelete, input: byId, output: nothing },
  /** What a rollout would change on each robot; nothing is sent. */
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    allow: audioRollOut,
    reads: true,
    input: z.strictObject(what),
    output: z.object({ targets: z.array(voicePreview) }),
  },
  /** Starts a rollout now or at `at`. A later start uses the files of now, as previewed. */
  rollout: {
    method: 'POST',
    path: `${path}/rollout`,
    allow: audioRollOut,
    input: z.strictObject({ ...what, at: moment.optional() }),
    output: voiceRollout,
  },
  rollouts: { ...read, path: `${path}/rollouts`, input: listInput({}), output: listOf(voiceRollout) },
  /** Cancels a rollout that has not started. */
  cancel: {
    method: 'POST',
    path: `${path}/cancel`,
    allow: audioRollOut,
    input: z.strictObject({ rolloutId: z.uuid() }),
    output: voiceRollout,
  },
  /** The robots that a set was rolled out to last, with their slots. */
  robots: {
    ...read,
    path: `${path}/robots`,
    input: listInput({ id: z.uuid() }),
    output: listOf(voiceRobot),
  },
  /** The sounds of one robot. */
  device: {
    ...read,
    path: `${path}/device`,
    allow: [deviceList, customAudio],
    input: z.strictObject({ deviceId: z.uuid() }),
    output: robotSounds,
  },
});
