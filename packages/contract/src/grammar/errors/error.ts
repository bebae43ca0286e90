import type { Lang } from '../lang.ts';

/** A refusal: its code, and its text in each language. */
export const error = (
  code: number,
  en: string,
  zhCn: string,
  zhCw: string,
  ja: string,
  ko: string,
  ge: string,
) => ({
  code,
  texts: { en, 'zh-cn': zhCn, 'zh-cw': zhCw, ja, ko, ge } satisfies Record<Lang, string>,
});
