import { passColours } from '@sweepline/contract';
import type { Rgb } from '../canvas/ground-field.ts';

const tokens = [
  'brand',
  'ink',
  'ink-2',
  'ink-3',
  'paper',
  'panel',
  'line',
  'line-strong',
  'working',
  'moving',
  'waiting',
  'fault',
  'quiet',
] as const;
type Token = (typeof tokens)[number];

/** The theme's tokens in the form a canvas needs. */
export type Palette = Record<Token, Rgb> & { dark: boolean };

/** Read again whenever the theme changes; a canvas cannot use CSS variables. */
export function readPalette(element: Element): Palette {
  const styles = getComputedStyle(element);
  const colour = (token: Token) => rgbOf(styles.getPropertyValue(`--sl-${token}`));
  const palette = Object.fromEntries(tokens.map((token) => [token, colour(token)])) as Record<Token, Rgb>;
  return { ...palette, dark: brightness(palette.paper) < 128 };
}

/**
 * Tokens have six hexadecimal digits, which the build shortens to three where it can. Any other form becomes a grey
 * that is visible on light and dark.
 */
function rgbOf(text: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  const hex = digits?.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const value = Number.parseInt(hex ?? '7b8a93', 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const brightness = ([red, green, blue]: Rgb) => 0.3 * red + 0.59 * green + 0.11 * blue;

/** The mix of two colours; `share` 0–1 of the second. */
export const mixed = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
];

export const css = ([red, green, blue]: Rgb, alpha = 1) => `rgb(${red} ${green} ${blue} / ${alpha})`;

/** The ground in the theme's greys: the floor in the panel colour, walls in soft ink. */
export const groundColours = ({ panel, paper, ink, dark, 'ink-2': soft }: Palette) =>
  dark
    ? { floor: mixed(panel, ink, 0.055), wall: mixed(soft, paper, 0.15) }
    : { floor: panel, wall: mixed(soft, ink, 0.25) };

/** The colours of the passes as numbers. */
export const passRgb: readonly Rgb[] = passColours.map((hex) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [red, green, blue];
});
