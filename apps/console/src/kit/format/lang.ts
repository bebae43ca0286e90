import { bcp47, defaultLang, langs, type Lang } from '@sweepline/contract';
import { browserStorage, tabStorage } from '../storage.ts';

const fromBrowser = (tag: string): Lang | undefined => {
  const lower = tag.toLowerCase();
  if (/^zh-(hant|tw|hk|mo)/.test(lower)) return 'zh-cw';
  if (lower.startsWith('zh')) return 'zh-cn';
  if (lower.startsWith('de')) return 'ge';
  return langs.find((lang) => lower.startsWith(lang));
};

/** The language of this tab, else the stored choice, else the first supported browser language, else the product's default. */
export function currentLang(): Lang {
  const chosen = tabStorage.getItem('lang') ?? browserStorage.getItem('lang');
  const stored = langs.find((lang) => lang === chosen);
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
  tabStorage.removeItem('lang');
  browserStorage.setItem('lang', lang);
  location.reload();
}

/** Another language for this tab only: a display has its own, and the reader's choice for other tabs stays. */
export function chooseTabLang(lang: Lang) {
  // A tab without storage would reload for ever.
  if (tabStorage.setItem('lang', lang)) location.reload();
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
