import { css, type Palette } from './colours.ts';

const family =
  'system-ui, "PingFang SC", "Microsoft YaHei", "Hiragino Sans", "Malgun Gothic", "Noto Sans CJK SC", sans-serif';

/** Prepares a canvas for names; measuring and painting both need it first. */
export function startNames(context: CanvasRenderingContext2D, palette: Palette, weight = 500) {
  context.font = `${weight} 12px ${family}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = css(palette.panel, 0.9);
  context.fillStyle = css(palette.ink);
}

/** A name around a place, with a rim of the panel's colour so that it reads on any ground. */
export function paintName(context: CanvasRenderingContext2D, name: string, left: number, top: number) {
  context.strokeText(name, left, top);
  context.fillText(name, left, top);
}
