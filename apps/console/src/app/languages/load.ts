import type { Lang } from '@sweepline/contract';
import type * as Texts from '/@texts/en';

/** The texts of the start in one language, and where each page's are; the build makes one chunk of them. */
export const loadTexts: Record<Lang, () => Promise<typeof Texts>> = {
  en: () => import('./en.ts'),
  'zh-cn': () => import('./zh-cn.ts'),
  'zh-cw': () => import('./zh-cw.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  ge: () => import('./ge.ts'),
};

/** What is said behind the login only: our frame's texts, the words of antd's own parts, and dates. */
export const loadParts = {
  en: () => import('./en-parts.ts'),
  'zh-cn': () => import('./zh-cn-parts.ts'),
  'zh-cw': () => import('./zh-cw-parts.ts'),
  ja: () => import('./ja-parts.ts'),
  ko: () => import('./ko-parts.ts'),
  ge: () => import('./ge-parts.ts'),
} satisfies Record<Lang, unknown>;
