import {
  defaultLang,
  errors,
  langs,
  type Envelope,
  type ErrorName,
  type Lang,
  lookup,
} from '@sweepline/contract';
import type { Refusal } from './ctx.ts';

/** What the `Lang` header may say beside the published codes: the old values, and BCP 47. */
const spoken: Record<string, Lang> = {
  de: 'ge',
  zh: 'zh-cn',
  zh_cn: 'zh-cn',
  'zh-hans': 'zh-cn',
  zh_tw: 'zh-cw',
  'zh-tw': 'zh-cw',
  'zh-hant': 'zh-cw',
  ...Object.fromEntries(langs.map((lang) => [lang, lang])),
};

/** The language of an answer; an unknown one reads English, none the product's default. */
export const languageOf = (header: string | string[] | undefined): Lang =>
  typeof header === 'string' ? (lookup(spoken, header.toLowerCase()) ?? 'en') : defaultLang;

const fill = (text: string, words: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => lookup(words, name) ?? hole);

/** A refusal as it goes out: code, text in the caller's language, the marked fields, and a name for support. */
export function refused(
  reason: ErrorName,
  details: Refusal['details'],
  lang: Lang,
  requestId: string,
): Envelope<unknown> {
  const { code, texts } = errors[reason];
  const data = details.fields ? { fields: details.fields } : null;
  return { code, msg: fill(texts[lang], details.words ?? {}), data, requestId };
}
