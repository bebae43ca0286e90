import { bcp47, defaultLang, langs, type Lang } from '@sweepline/contract';
import { browserStorage } from '../storage.ts';

const fromBrowser = (tag: string): Lang | undefined => {
  const lower = tag.toLowerCase();
  if (/^zh-(hant|tw|hk|mo)/.test(lower)) return 'zh-cw';
  if (lower.startsWith('zh')) return 'zh-cn';
  if (lower.startsWith('de')) return 'ge';
  return langs.find((lang) => lower.startsWith(lang));
};

/** The stored choice, else the first supported browser language, else the product's default. */
export function currentLang(): Lang {
  const stored = langs.find((lang) => lang === browserStorage.getItem('lang'));
  if (stored) return stored;
  for (const tag of navigator.languages) {
    const lang = fromBrowser(tag);
    if (lang) return lang;
  }
  return defaultLang;
}

/** For `Intl` and the `lang` attribute. */
export const currentLocale = () => bcp47[currentLang()];

/** Texts, formats and antd's locale are loaded at start, so a new language reloads the page. */
export function chooseLang(lang: Lang) {
  browserStorage.setItem('lang', lang);
  location.reload();
}

/** Each language in its own name, so that a reader can find it from any other language. */
export const langNames: Record<Lang, string> = {
  en: 'English',
  'zh-cn': '简体中文',
  'zh-cw': '繁體中文',
  ja: '日本語',
  ko: '한국어',
  ge: 'Deutsch',
};
