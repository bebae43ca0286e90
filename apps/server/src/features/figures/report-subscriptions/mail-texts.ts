import { wordsOf } from '../../../platform/documents/phrase-words.ts';
import phrases from './mail-words.json' with { type: 'json' };

/** The texts of a letter in one language. */
export const mailWords = wordsOf(phrases);
