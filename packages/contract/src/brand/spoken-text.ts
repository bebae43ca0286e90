import { z } from 'zod';

/** The ways to speech: the engine that comes along, a program of the machine, or a server. */
export const speechEngines = ['EMBEDDED', 'COMMAND', 'URL'] as const;

/** How a sound was spoken. */
export const spokenText = z.object({
  text: z.string(),
  voice: z.string(),
  /** In percent of the usual speed. */
  speed: z.number().int(),
  /** From 0 to 100; 50 is the usual one. */
  pitch: z.number().int(),
  engine: z.enum(speechEngines),
  /** Of the engine; empty if it does not tell. */
  version: z.string(),
});
export type SpokenText = z.infer<typeof spokenText>;
