import { foldText, pairScripts } from '@sweepline/contract';
import { dailyActs, type DailyAct } from '@sweepline/contract/robot';
import type { TFunction } from 'i18next';

/** In English, so that each is also found by readers of the English manual. */
const english: Readonly<Record<DailyAct, string>> = {
  clean: 'clean',
  pause: 'pause',
  resume: 'resume continue',
  stop: 'stop',
  charge: 'charge home dock',
  camera: 'camera video',
  locate: 'locate find',
};

/** Shorter parts of a word begin too many names. */
const minLetters = 3;
const pairScript = new RegExp(`[${pairScripts}]`);

interface ActQuery {
  act: DailyAct;
  /** What is typed beside the act: the robot. */
  robot: string;
}

/** "heron clean", "stop swan", "暂停白鹭": the act and the robot that a text names; undefined if it names no act and a robot. */
export function actQuery(typed: string, t: TFunction<'acts'>): ActQuery | undefined {
  const parts = foldText(typed).split(' ');
  for (const act of dailyActs) {
    const words = foldText(`${t(`words.${act}`)} ${english[act]}`).split(' ');
    const robot = withoutWord(parts, words);
    if (robot) return { act, robot };
  }
  return undefined;
}

/** The parts without the one that names the act. Scripts without spaces may write it together with the name. */
function withoutWord(parts: readonly string[], words: readonly string[]): string | undefined {
  const at = parts.findIndex((part) =>
    words.some((word) => word === part || (part.length >= minLetters && word.startsWith(part))),
  );
  if (at >= 0) return parts.toSpliced(at, 1).join(' ');
  const text = parts.join(' ');
  const word = words.find((it) => pairScript.test(it) && (text.startsWith(it) || text.endsWith(it)));
  if (word === undefined) return undefined;
  return (text.startsWith(word) ? text.slice(word.length) : text.slice(0, -word.length)).trim();
}
