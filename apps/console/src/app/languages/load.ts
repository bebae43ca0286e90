import type { Lang } from '@sweepline/contract';
import type * as Texts from '/@texts/en';

/** The start texts of one language, and the loaders of each page's texts. The build makes one chunk of them. */
export const loadTexts: Record<Lang, () => Promise<typeof Texts>> = {
  en: () => import('./en.ts'),
  'zh-cn': () => import('./zh-cn.ts'),
  'zh-cw': () => import('./zh-cw.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  ge: () => import('./ge.ts'),
};

/** Texts needed only behind the login: those of the shell and of antd's components. */
export const loadParts = {
  en: () => import('./en-parts.ts'),
  'zh-cn': () => import('./zh-cn-parts.ts'),
  'zh-cw': () => import('./zh-cw-parts.ts'),
  ja: () => import('./ja-parts.ts'),
  ko: () => import('./ko-parts.ts'),
  ge: () => import('./ge-parts.ts'),
} satisfies Record<Lang, unknown>;
