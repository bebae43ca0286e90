import type { Lang } from '@sweepline/contract';
import type { Language } from './language.ts';

export const loadLanguage: Record<Lang, () => Promise<Language>> = {
  en: () => import('./en.ts').then((m) => m.language),
  'zh-cn': () => import('./zh-cn.ts').then((m) => m.language),
  'zh-cw': () => import('./zh-cw.ts').then((m) => m.language),
  ja: () => import('./ja.ts').then((m) => m.language),
  ko: () => import('./ko.ts').then((m) => m.language),
  ge: () => import('./ge.ts').then((m) => m.language),
};
