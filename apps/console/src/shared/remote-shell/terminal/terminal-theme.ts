import type { ITheme } from '@xterm/xterm';
import type { Mode } from '../../../kit/ui/theme.ts';

/** The colours that the console has no token for. */
const magenta = { light: '#8A3FA0', dark: '#D39BE8' };

/** The console's own colours. Without its styles the terminal uses its defaults. */
function token(name: string): string | undefined {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--sl-${name}`).trim();
  return value === '' ? undefined : value;
}

/** The colours of a terminal in the present theme. The terminal itself raises a contrast that is too low. */
export function terminalTheme(mode: Mode): ITheme {
  const [panel, ink, quiet, brand] = [token('panel'), token('ink'), token('ink-2'), token('brand')];
  if (!panel || !ink || !quiet || !brand) return {};
  const [red, green, yellow, blue] = [token('fault'), token('working'), token('waiting'), token('moving')];
  const colours = {
    black: ink,
    ...(red && { red, brightRed: red }),
    ...(green && { green, brightGreen: green }),
    ...(yellow && { yellow, brightYellow: yellow }),
    ...(blue && { blue, brightBlue: blue }),
    magenta: magenta[mode],
    cyan: brand,
    white: quiet,
    brightBlack: quiet,
    brightMagenta: magenta[mode],
    brightCyan: brand,
    brightWhite: ink,
  };
  return {
    ...colours,
    background: panel,
    foreground: ink,
    cursor: brand,
    cursorAccent: panel,
    selectionBackground: `${brand}55`,
    selectionInactiveBackground: `${brand}33`,
  };
}

/** The marks of a search. */
export const searchMarks = () => {
  const [match, active] = [token('waiting') ?? '#8A6D00', token('brand') ?? '#0E7C86'];
  return {
    matchBorder: match,
    matchOverviewRuler: match,
    activeMatchBorder: active,
    activeMatchBackground: active,
    activeMatchColorOverviewRuler: active,
  };
};
