import { css, type Palette } from './colours.ts';

const family =
  'system-ui, "PingFang SC", "Microsoft YaHei", "Hiragino Sans", "Malgun Gothic", "Noto Sans CJK SC", sans-serif';

/** Prepares a canvas for names; called before measuring and before painting. */
export function startNames(context: CanvasRenderingContext2D, weight = 500) {
  context.font = `${weight} 12px ${family}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
}

/** A name around a place, on a plate in the panel's colour, so that it is readable on walls and hatching. */
export function paintName(
  context: CanvasRenderingContext2D,
  name: string,
  { left, top, half }: { left: number; top: number; half: number },
  palette: Palette,
) {
  context.beginPath();
  context.roundRect(left - half, top - 9, 2 * half, 17, 4);
  context.fillStyle = css(palette.panel, 0.82);
  context.fill();
  context.fillStyle = css(palette.ink);
  context.fillText(name, left, top);
}
