import { speechPlaceholders, type Lang } from '@sweepline/contract';
import { wrongField } from '../../../platform/calls/ctx.ts';

type Names = Partial<Record<(typeof speechPlaceholders)[number], string>>;

/** The text with names in place of the placeholders. */
export function filledText(field: string, text: string, names: Names): string {
  return speechPlaceholders.reduce((filled, placeholder) => {
    const mark = `{${placeholder}}`;
    if (!filled.includes(mark)) return filled;
    const name = names[placeholder];
    if (!name) throw wrongField(field, 'SPEECH_NAME', { name: mark });
    return filled.replaceAll(mark, name);
  }, text);
}

const letters: Record<Lang, RegExp> = {
  en: /^\p{Script=Latin}$/u,
  ge: /^\p{Script=Latin}$/u,
  'zh-cn': /^[\p{Script=Han}\p{Script=Latin}]$/u,
  'zh-cw': /^[\p{Script=Han}\p{Script=Latin}]$/u,
  ja: /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}]$/u,
  ko: /^[\p{Script=Hangul}\p{Script=Latin}]$/u,
};
const percent: Record<Lang, (number: string) => string> = {
  en: (number) => `${number} percent`,
  ge: (number) => `${number} Prozent`,
  'zh-cn': (number) => `百分之${number}`,
  'zh-cw': (number) => `百分之${number}`,
  ja: (number) => `${number}パーセント`,
  ko: (number) => `${number}퍼센트`,
};

/** Refuses a text without anything to speak. */
export function checkSpeakable(field: string, text: string): void {
  if (!/[\p{L}\p{N}]/u.test(text)) throw wrongField(field, 'SPEECH_EMPTY');
}

/** Refuses letters that a voice of the embedded engine spells or skips, with their place. */
export function checkLetters(field: string, text: string, language: Lang): void {
  for (const [at, letter] of [...text].entries()) {
    if (!/\p{L}/u.test(letter) || letters[language].test(letter) || letter === 'ー') continue;
    const isKanji = language === 'ja' && /\p{Script=Han}/u.test(letter);
    throw wrongField(field, isKanji ? 'SPEECH_KANJI' : 'SPEECH_SCRIPT', { letter, place: at + 1 });
  }
}

/** The text as the embedded engine reads it: its markup signs are dropped, and a percentage is words of the language. */
export const plainText = (text: string, language: Lang): string =>
  text
    .replaceAll(/(\d+(?:[.,]\d+)?)\s*[%％]/gu, (_match, number: string) => percent[language](number))
    .replaceAll(/[<>&]|(?!\d)\p{Extended_Pictographic}/gu, ' ');
