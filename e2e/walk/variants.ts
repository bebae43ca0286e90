import type { Lang } from '@sweepline/contract';

/** How one walk over all pages shows them, and what it checks beside texts and width. */
export interface Variant {
  lang: Lang;
  theme: 'light' | 'dark';
  width: number;
  /** The axe rules: all once, and again those that depend on theme or width. */
  axe?: 'everything' | readonly string[];
  /** Each page is loaded as if its address was opened, at this width. Otherwise it is reached like a link, which takes a third of the time. */
  loadsAt?: number;
}

/**
 * The six languages cover every page in both themes and both widths; every page is loaded once at 390 and once at 900 px. Walks
 * of a group run side by side in one worker: one renders while another waits for the server.
 */
export const variantGroups: readonly (readonly Variant[])[] = [
  [
    { lang: 'en', theme: 'light', width: 1440, axe: 'everything', loadsAt: 900 },
    { lang: 'zh-cw', theme: 'light', width: 390 },
    { lang: 'ko', theme: 'light', width: 1440 },
  ],
  [
    {
      lang: 'ge',
      theme: 'light',
      width: 390,
      axe: ['scrollable-region-focusable', 'target-size', 'label'],
      loadsAt: 390,
    },
    { lang: 'zh-cn', theme: 'dark', width: 1440, axe: ['color-contrast'] },
    { lang: 'ja', theme: 'dark', width: 390 },
  ],
];
