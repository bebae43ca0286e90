import {
  defaultLang,
  errors,
  langs,
  type Envelope,
  type ErrorName,
  type FieldErrors,
  type Lang,
  lookup,
} from '@sweepline/contract';
import type { Refusal } from './ctx.ts';
import { reasonText, refusalText } from './refusal-text.ts';

/** Accepted values of the `Lang` header: the published codes, older values and BCP 47 tags. */
const langByHeader: Record<string, Lang> = {
  de: 'ge',
  zh: 'zh-cn',
  zh_cn: 'zh-cn',
  'zh-hans': 'zh-cn',
  zh_tw: 'zh-cw',
  'zh-tw': 'zh-cw',
  'zh-hant': 'zh-cw',
  ...Object.fromEntries(langs.map((lang) => [lang, lang])),
};

/** The language of an answer: English for an unknown `Lang` header, the product's default without one. */
export const languageOf = (header: string | string[] | undefined): Lang =>
  typeof header === 'string' ? (lookup(langByHeader, header.toLowerCase()) ?? 'en') : defaultLang;

/** A refusal as it is sent: code, text in the caller's language, the marked fields, and the request id for support. */
export function refused(
  reason: ErrorName,
  details: Refusal['details'],
  lang: Lang,
  requestId: string,
): Envelope<unknown> {
  const msg = refusalText({ reason, details }, lang);
  return { code: errors[reason].code, msg, data: fieldErrors(details, lang), requestId };
}

function fieldErrors({ fields: reasons }: Refusal['details'], lang: Lang): FieldErrors | null {
  if (!reasons) return null;
  const texts = Object.entries(reasons).map(([field, reason]) => [field, reasonText(reason, lang)]);
  return { fields: Object.fromEntries(texts) as Record<string, string>, reasons };
}
