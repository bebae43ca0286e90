export * from './custom-audio.ts';
export * from './logos.ts';
export * from './speech.ts';
export * from './spoken-text.ts';
export * from './voice-sets.ts';
export * from './voice-slots.ts';

import { customAudioCalls } from './custom-audio.ts';
import { logoCalls } from './logos.ts';
import { speechCalls } from './speech.ts';
import { voiceSetCalls } from './voice-sets.ts';

/** Calls about how robots and pages of a company look and sound. */
export const brandArea = {
  customAudio: customAudioCalls,
  logos: logoCalls,
  speech: speechCalls,
  voiceSets: voiceSetCalls,
};
