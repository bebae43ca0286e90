import { customAudioAnswers } from './custom-audio-handlers.ts';

/** What this feature adds to the server. */
export const customAudio = { calls: customAudioAnswers };
