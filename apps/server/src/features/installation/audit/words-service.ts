import { langs, type Lang, isKeyOf } from '@sweepline/contract';
import { logWords, type Six } from './log-words.ts';

const { verbs, nouns, phrases, tables, fields } = logWords;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const inLang = (six: Six, lang: Lang) => six[langs.indexOf(lang)] ?? six[0];

/** Joins verb and noun to a phrase, by language. */
const joined: Record<Lang, (verb: string, noun: string) => string> = {
  en: (verb, noun) => `${verb} ${noun}`,
  'zh-cn': (verb, noun) => `${verb}${noun}`,
  'zh-cw': (verb, noun) => `${verb}${noun}`,
  ja: (verb, noun) => `${noun}を${verb}`,
  ko: (verb, noun) => `${noun} ${verb}`,
  ge: (verb, noun) => `${noun} ${verb}`,
};

/** Writes names such as `setEnabled` and `created_at` as words. */
const plain = (name: string) =>
  capital(
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase(),
  );

/** Whether a call has a text. */
export const hasText = (action: string): boolean => {
  const [family = '', name = ''] = action.split('.');
  return isKeyOf(phrases, action) || (isKeyOf(verbs, name) && isKeyOf(nouns, family));
};

/** The text of a call: "Updated device" for `devices.update`. A call without a text is shown by its name. */
export function actionText(action: string | null, lang: Lang): string {
  const phrase = phrases[action ?? ''];
  if (phrase) return inLang(phrase, lang);
  const [family = '', name = ''] = (action ?? '').split('.');
  const [verb, noun] = [verbs[name], nouns[family]];
  if (!verb || !noun)
    return `${verb ? inLang(verb, lang) : plain(name)} · ${noun ? inLang(noun, lang) : plain(family)}`;
  return capital(joined[lang](inLang(verb, lang), inLang(noun, lang)));
}

/** The text of a call's family. */
export const kindText = (family: string, lang: Lang): string =>
  nouns[family] ? capital(inLang(nouns[family], lang)) : plain(family);

const familyOf = (table: string) => table.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The text of a table of changed rows. */
export const tableText = (table: string, lang: Lang): string => {
  const own = tables[table];
  return own ? capital(inLang(own, lang)) : kindText(familyOf(table), lang);
};

export const fieldText = (column: string, lang: Lang): string =>
  fields[column] ? inLang(fields[column], lang) : plain(column);
