/** The published language codes; `zh-cw` is Traditional Chinese, `ge` German. */
export const langs = ['en', 'zh-cn', 'zh-cw', 'ja', 'ko', 'ge'] as const;
export type Lang = (typeof langs)[number];
export const defaultLang: Lang = 'zh-cn';

/** BCP 47 inside, for `Intl`, `lang` attributes and fonts. */
export const bcp47: Record<Lang, string> = {
  en: 'en',
  'zh-cn': 'zh-Hans',
  'zh-cw': 'zh-Hant',
  ja: 'ja',
  ko: 'ko',
  ge: 'de',
};
/** What the console sends in the `Lang` header. */
export const langHeader: Record<Lang, string> = { ...bcp47, 'zh-cn': 'zh-cn', 'zh-cw': 'zh_TW' };
