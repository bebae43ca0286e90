import { useId, useMemo } from 'react';
import type { Mode } from '../../kit/ui/theme.ts';
import { useMode } from '../../kit/ui/use-theme.ts';
import { useStoredPicture } from '../../kit/ui/use-stored-picture.ts';
import { groundColours, mixed, readPalette } from '../paint/colours.ts';
import type { Rgb } from './ground-field.ts';

export interface GridPlace {
  /** The stored picture: 0 occupied, 205 unknown, 254 free. */
  file: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The index of the unknown grey among the eleven steps from black to white. */
const unknownStep = 8;
const steps = Array.from({ length: 11 }, (_, step) => step);
const channels = ['R', 'G', 'B'] as const;

/** The theme's colours from black to white: walls, unknown cells in the paper colour, then floor. */
function tableOf({ wall, floor }: { wall: Rgb; floor: Rgb }, paper: Rgb, channel: number): string {
  const at = (step: number): Rgb =>
    step <= unknownStep
      ? mixed(wall, paper, step / unknownStep)
      : mixed(paper, floor, (step - unknownStep) / (10 - unknownStep));
  return steps.map((step) => (at(step)[channel]! / 255).toFixed(3)).join(' ');
}

/** Tables of red, green and blue; the tokens of each mode are set on the root element. */
function tablesFor(mode: Mode): string[] {
  const palette = { ...readPalette(document.documentElement), dark: mode === 'dark' };
  return channels.map((_, channel) => tableOf(groundColours(palette), palette.paper, channel));
}

/** The picture of a map's floor inside an SVG, in the colours of all maps. */
export function GridPicture({ file, ...place }: GridPlace) {
  const mode = useMode();
  const id = useId();
  const picture = useStoredPicture(file);
  const tables = useMemo(() => tablesFor(mode), [mode]);
  if (!picture) return null;
  return (
    <>
      <filter id={id} x="0" y="0" width="1" height="1" colorInterpolationFilters="sRGB">
        <feComponentTransfer>
          <feFuncR type="table" tableValues={tables[0]} />
          <feFuncG type="table" tableValues={tables[1]} />
          <feFuncB type="table" tableValues={tables[2]} />
        </feComponentTransfer>
      </filter>
      <image href={picture} {...place} preserveAspectRatio="none" filter={`url(#${id})`} />
    </>
  );
}
