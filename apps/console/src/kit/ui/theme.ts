import { theme, type ThemeConfig } from 'antd';

export const modes = ['light', 'dark'] as const;
export type Mode = (typeof modes)[number];

/**
 * The colours of the console. Text is ink or ink-2; ink-3 and quiet are for icons and lines only, because they do not
 * reach a contrast of 4.5:1 on panels. A state colours its icon; its text is ink.
 * On brand-soft the same holds for brand, which reaches 4.2:1 there.
 */
const palettes = {
  light: {
    brand: '#0E7C86',
    'on-brand': '#FFFFFF',
    ink: '#111A1F',
    'ink-2': '#4A5A63',
    'ink-3': '#7B8A93',
    paper: '#F5F7F8',
    panel: '#FFFFFF',
    line: '#E2E8EB',
    'line-strong': '#C4CFD4',
    working: '#1F8A4C',
    moving: '#2C6BED',
    waiting: '#8A6D00',
    fault: '#C62F2F',
    quiet: '#7B8A93',
    shadow: '0 8px 28px rgb(17 26 31 / 14%), 0 1px 3px rgb(17 26 31 / 8%)',
  },
  dark: {
    brand: '#3DB8C1',
    'on-brand': '#04262A',
    ink: '#E9F0F3',
    'ink-2': '#A9B8BF',
    'ink-3': '#74848C',
    paper: '#0B1215',
    panel: '#121C20',
    line: '#22323A',
    'line-strong': '#35474F',
    working: '#4CC38A',
    moving: '#6FA0FF',
    waiting: '#E2B93B',
    fault: '#FF7A70',
    quiet: '#74848C',
    shadow: '0 10px 32px rgb(0 0 0 / 55%), 0 0 0 1px #22323A',
  },
} as const satisfies Record<Mode, Record<string, string>>;

export type Tone = 'working' | 'moving' | 'waiting' | 'fault' | 'quiet';

const fonts =
  'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Hiragino Sans", "Malgun Gothic", "Noto Sans CJK SC", sans-serif';

/** For serial numbers, codes, logs and terminals. */
export const fixedWidthFonts =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono CJK SC", monospace';

const declarations = (mode: Mode) =>
  `color-scheme:${mode};${Object.entries(palettes[mode])
    .map(([name, value]) => `--sl-${name}:${value};`)
    .join('')}`;

/** The tokens as CSS variables. `data-theme` on the root is the user's choice. Without it the system decides. */
export const tokenStyles = () => `
:root{--sl-font:${fonts};--sl-mono:${fixedWidthFonts};--sl-radius:6px;${declarations('light')}}
@media (prefers-color-scheme:dark){:root:not([data-theme='light']){${declarations('dark')}}}
:root[data-theme='dark']{${declarations('dark')}}
`;

/** The same tokens as an antd theme. The key names the block of variables that `build/theme-styles.ts` generates. */
export function antdTheme(mode: Mode): ThemeConfig {
  const palette = palettes[mode];
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: `sl-${mode}`, prefix: 'ant' },
    hashed: false,
    zeroRuntime: true,
    token: {
      colorPrimary: palette.brand,
      colorInfo: palette.moving,
      colorSuccess: palette.working,
      colorWarning: palette.waiting,
      colorError: palette.fault,
      colorLink: palette.brand,
      colorText: palette.ink,
      colorTextSecondary: palette['ink-2'],
      colorTextTertiary: palette['ink-2'],
      colorTextPlaceholder: palette['ink-2'],
      colorBgContainer: palette.panel,
      colorBgElevated: palette.panel,
      colorBgLayout: palette.paper,
      colorBorder: palette['line-strong'],
      colorBorderSecondary: palette.line,
      colorTextLightSolid: palette['on-brand'],
      fontFamily: 'var(--sl-font)',
      fontSize: 14,
      borderRadius: 6,
      borderRadiusLG: 8,
      controlHeight: 34,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
    },
    components: {
      Select: {
        optionSelectedBg: `color-mix(in srgb, ${palette.brand} 12%, transparent)`,
        optionSelectedColor: palette.ink,
      },
      Modal: { titleFontSize: 16 },
    },
  };
}
