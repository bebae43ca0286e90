import { z } from 'zod';
import { calls } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { permissions } from '../grammar/permissions.ts';
import { audioAudiences, audioTypes, customAudio } from './custom-audio.ts';
import { speechEngines } from './spoken-text.ts';

/** The longest text, and when a way to speech is ended. */
export const speechLimits = { characters: 500, ms: 20_000, bytes: 30 * 1024 * 1024 } as const;

/** Names that a text may have in braces; the server puts in those of a robot. */
export const speechPlaceholders = ['robot', 'site', 'company'] as const;

export const speechVoice = z.object({ id: z.string(), language: z.enum(langs), name: z.string() });
export type SpeechVoice = z.infer<typeof speechVoice>;

const what = {
  type: z.enum(audioTypes),
  /** One text for each language. */
  texts: z
    .array(
      z.strictObject({
        language: z.enum(langs),
        voice: z.string().max(60),
        text: z.string().max(speechLimits.characters),
      }),
    )
    .min(1)
    .max(langs.length),
  speed: z.number().int().min(50).max(200),
  pitch: z.number().int().min(0).max(100),
  /** The robot whose names stand for the placeholders. */
  deviceId: z.uuid().optional(),
};

export const spokenSound = customAudio
  .pick({ seconds: true, loudness: true, peak: true, waveform: true })
  .extend({
    language: z.enum(langs),
    /** With the names in place of the placeholders. */
    text: z.string(),
    /** A WAV in base64. */
    audio: z.string(),
  });
export type SpokenSound = z.infer<typeof spokenSound>;

const path = 'service/voice';
const { textToSpeech, textToSpeechKeep } = permissions;

export const speechCalls = calls('speech', {
  /** The way to speech of this server, and its voices; none without a way. */
  list: {
    method: 'POST',
    path: `${path}/list`,
    allow: textToSpeech,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      engine: z.enum(speechEngines).nullable(),
      version: z.string(),
      voices: z.array(speechVoice),
    }),
  },
  /** Speaks texts to be heard; nothing is stored. */
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    allow: textToSpeech,
    reads: true,
    input: z.strictObject(what),
    output: z.object({ sounds: z.array(spokenSound) }),
  },
  /** Speaks texts and keeps each as a custom audio file. */
  convert: {
    method: 'POST',
    path: `${path}/convert`,
    allow: textToSpeechKeep,
    input: z.strictObject({
      ...what,
      name: z.string().trim().min(1).max(48),
      audience: z.enum(audioAudiences),
      agentLevel: z.number().int().min(1).max(3).nullable(),
      companyId: z.uuid().optional(),
    }),
    output: z.object({ list: z.array(customAudio) }),
  },
});
