import { z } from 'zod';

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

/** A text in each language. */
export type LangTexts = Record<Lang, string>;

/** The schema of a text in each language. */
export const inEachLang = <T extends z.ZodType>(text: T) =>
  z.strictObject(Object.fromEntries(langs.map((lang) => [lang, text])) as Record<Lang, T>);

/** Texts of which some may be missing. A missing one is empty. */
export const langTexts = (maxLength: number) => inEachLang(z.string().trim().max(maxLength).default(''));

/** No text in any language. */
export const noTexts: LangTexts = { en: '', 'zh-cn': '', 'zh-cw': '', ja: '', ko: '', ge: '' };

/** Whether there is a text in any language. */
export const hasText = (texts: LangTexts): boolean => langs.some((lang) => texts[lang] !== '');

/** The text for a reader: in their language, else in English, else in Chinese, else in any; empty without one. */
export const textFor = (texts: LangTexts, lang: Lang): string =>
  [lang, 'en' as const, 'zh-cn' as const, ...langs].map((code) => texts[code]).find((text) => text !== '') ??
  '';
