import { openProblems, type OpenProblem } from '@sweepline/contract';
import { currentLang } from '../../../../kit/format/lang.ts';

/** The title of a problem in the language of the page; a program gets it in its own. */
export const problemTitle = (problem: OpenProblem) => openProblems[problem].titles[currentLang()];
