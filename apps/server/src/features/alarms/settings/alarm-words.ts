import { langs, type Lang } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import words from './alarm-words.json' with { type: 'json' };

/** A text per language, in the order of `langs`. */
type Six = readonly string[];
const texts: Record<string, { name: Six; remedy: Six }> = words;

const byLang = (six: Six) =>
  Object.fromEntries(langs.map((lang, n) => [lang, six[n] ?? ''])) as Record<Lang, string>;

/** Names and remedies of the codes with one of these types, or of all codes. */
export const translationsOf = (types: readonly string[] | undefined) =>
  Object.entries(alarmCodes)
    .filter(([, { type }]) => types === undefined || types.includes(type))
    .flatMap(([code, { type }]) => {
      const text = texts[code];
      return text ? [{ code, type, name: byLang(text.name), remedy: byLang(text.remedy) }] : [];
    });

/** The name of a code in a language; empty for an unknown code. */
export const nameIn = (lang: Lang, code: string): string => texts[code]?.name[langs.indexOf(lang)] ?? '';
