import { css, type Palette } from './colours.ts';

const family =
  'system-ui, "PingFang SC", "Microsoft YaHei", "Hiragino Sans", "Malgun Gothic", "Noto Sans CJK SC", sans-serif';

/** Prepares a canvas for names; measuring and painting both need it first. */
export function startNames(context: CanvasRenderingContext2D, weight = 500) {
  context.font = `${weight} 12px ${family}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
}

/** A name around a place, on a plate of the panel's colour so that it reads on walls and hatching alike. */
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
