import type { Lang } from '@sweepline/contract';
import type { Locale } from 'antd/es/locale';
import type { Phrases } from '../../kit/texts.ts';

/** All texts of one language; the build makes one chunk of them, and only the reader's is loaded. */
export const loadPhrases: Record<Lang, () => Promise<Record<string, Phrases>>> = {
  en: () => import('./en.ts').then((m) => m.phrases),
  'zh-cn': () => import('./zh-cn.ts').then((m) => m.phrases),
  'zh-cw': () => import('./zh-cw.ts').then((m) => m.phrases),
  ja: () => import('./ja.ts').then((m) => m.phrases),
  ko: () => import('./ko.ts').then((m) => m.phrases),
  ge: () => import('./ge.ts').then((m) => m.phrases),
};

/** The words of antd's own parts and of dates, needed behind the login only. */
export const loadParts: Record<Lang, () => Promise<Locale>> = {
  en: () => import('./en-parts.ts').then((m) => m.parts),
  'zh-cn': () => import('./zh-cn-parts.ts').then((m) => m.parts),
  'zh-cw': () => import('./zh-cw-parts.ts').then((m) => m.parts),
  ja: () => import('./ja-parts.ts').then((m) => m.parts),
  ko: () => import('./ko-parts.ts').then((m) => m.parts),
  ge: () => import('./ge-parts.ts').then((m) => m.parts),
};
