import type { OutputLimits } from './limited-output.ts';

/** The way to speech of a server, from its environment. */
export interface SpeechSettings {
  /** `none` switches the embedded engine off. */
  engine?: 'embedded' | 'none' | undefined;
  /** A program with its arguments; it reads the text and writes a sound. */
  command?: string | undefined;
  /** A server with `POST /v1/audio/speech`. */
  url?: string | undefined;
  limits?: OutputLimits;
}
