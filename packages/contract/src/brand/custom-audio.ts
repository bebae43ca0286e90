import { z } from 'zod';
import { command } from '../devices/device-commands.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { slotName } from '../robot/sound/audio-section.ts';
import { spokenText } from './spoken-text.ts';

export const audioTypes = ['PROMPT', 'PROMOTION'] as const;
export type AudioType = (typeof audioTypes)[number];

export const audioFormats = ['MP3', 'WAV'] as const;

/** Largest file, and longest sound of each type in seconds. */
export const audioLimits = {
  bytes: 10 * 1024 * 1024,
  seconds: { PROMPT: 60, PROMOTION: 180 } satisfies Record<AudioType, number>,
} as const;

/** Who uses an audio file beside its company: no other company, or the companies below it of one type or of all. */
export const audioAudiences = ['OWN', 'AGENT', 'TERMINAL', 'ALL'] as const;

/** Points of a waveform. */
export const waveformPoints = 200;

const fields = {
  name: z.string().trim().min(1).max(60),
  type: z.enum(audioTypes),
  language: z.enum(langs).nullable(),
  audience: z.enum(audioAudiences),
  /** Only agents of this level; null for those of every level. */
  agentLevel: z.number().int().min(1).max(3).nullable(),
};

export const customAudio = z.object({
  id: z.string(),
  company: z.object({ id: z.string(), name: z.string() }).nullable(),
  ...fields,
  format: z.enum(audioFormats),
  bytes: z.number().int(),
  seconds: z.number(),
  sampleRate: z.number().int(),
  channels: z.number().int(),
  /** Integrated loudness in LUFS; null for a sound that is silent or shorter than 0.4 s. */
  loudness: z.number().nullable(),
  /** Highest sample in dBFS; null for silence. */
  peak: z.number().nullable(),
  /** Highest sample of each part of the sound, from 0 to 1. */
  waveform: z.array(z.number()),
  /** How it was spoken, so that it can be spoken again; null for an uploaded file. A server of the version before sends none. */
  spoken: spokenText.nullable().default(null),
  /** Whether it is of a company in the reader's scope. Another one is read only. */
  isOwn: z.boolean(),
  version: z.number().int(),
  createdAt: moment,
  updatedAt: moment,
  /** Empty for a file of a company above. */
  updatedBy: z.string(),
});
export type CustomAudio = z.infer<typeof customAudio>;

const read = { method: 'POST', allow: permissions.customAudio, reads: true } as const;
const path = 'service/audio';

export const customAudioCalls = calls('customAudio', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      keyword,
      type: z.enum(audioTypes).optional(),
      language: z.enum(langs).optional(),
      companyId: z.uuid().optional(),
      sort: sortBy('name', 'seconds', 'createdAt').optional(),
    }),
    output: listOf(customAudio),
  },
  detail: { ...read, path: `${path}/detail`, input: byId, output: customAudio },
  /** Takes an mp3 or wav as field `audio`, judged by its content. */
  add: {
    method: 'POST',
    path: `${path}/add`,
    kind: 'multipart',
    maxUploadBytes: { audio: audioLimits.bytes },
    allow: permissions.audioCreate,
    input: z.strictObject({
      companyId: z.uuid().optional(),
      ...fields,
      language: z.enum(langs).optional(),
      agentLevel: z.number().int().min(1).max(3).optional(),
    }),
    output: customAudio,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: permissions.audioUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...fields }),
    output: customAudio,
  },
  remove: {
    method: 'POST',
    path: `${path}/delete`,
    allow: permissions.audioDelete,
    input: byId,
    output: nothing,
  },
  /** A robot plays what it has in a slot. Operating robots needs a right of its own. */
  play: {
    method: 'POST',
    path: `${path}/play`,
    allow: permissions.audioPlay,
    input: z.strictObject({ deviceId: z.uuid(), slot: slotName }),
    output: command,
  },
  stop: {
    method: 'POST',
    path: `${path}/stop`,
    allow: permissions.audioPlay,
    input: z.strictObject({ deviceId: z.uuid() }),
    output: command,
  },
  /** An address that plays the file: for the caller's account, for ten minutes, with ranges. */
  address: {
    ...read,
    path: `${path}/address`,
    input: byId,
    output: z.object({ url: z.string(), expiresAt: moment }),
  },
  /** The file of such an address. The browser sends no session there; the account's rights are checked again. */
  fetch: {
    method: 'GET',
    path: `${path}/play/:token`,
    kind: 'bytes',
    allow: 'everyone',
    input: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{20,200}$/) }),
    output: z.unknown(),
  },
});
