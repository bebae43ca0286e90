import type { Zone } from '@sweepline/contract';
import { css, groundColours, readPalette } from '../../map-view/colours.ts';
import { tinted } from '../../map-view/ground-field.ts';
import { zoneLooks } from '../../map-view/zone-looks.ts';
import type { Thumb } from './ground-thumb.ts';

/** Air around the floor, as a share of the picture. */
const margin = 0.07;

/** Paints the mapped part of a floor and its zones into a canvas of any shape, as large as it fits. */
export function paintPicture(
  canvas: HTMLCanvasElement,
  { level, whole, mapped }: Thumb,
  zones: readonly Zone[],
) {
  const context = canvas.getContext('2d');
  if (!context || canvas.clientWidth === 0) return;
  const ratio = Math.min(2, devicePixelRatio);
  [canvas.width, canvas.height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
  const palette = readPalette(canvas);
  const [acrossM, downM] = [mapped.maxX - mapped.minX, mapped.maxY - mapped.minY];
  const scale = (1 - 2 * margin) * Math.min(canvas.width / acrossM, canvas.height / downM);
  const toX = (x: number) => canvas.width / 2 + (x - (mapped.minX + mapped.maxX) / 2) * scale;
  const toY = (y: number) => canvas.height / 2 - (y - (mapped.minY + mapped.maxY) / 2) * scale;

  const pixels = tinted(level, 0, 0, level.width, level.height, groundColours(palette));
  const ground = new OffscreenCanvas(level.width, level.height);
  ground.getContext('2d')?.putImageData(new ImageData(pixels, level.width, level.height), 0, 0);
  context.imageSmoothingQuality = 'high';
  const [width, height] = [(whole.maxX - whole.minX) * scale, (whole.maxY - whole.minY) * scale];
  context.drawImage(ground, toX(whole.minX), toY(whole.maxY), width, height);

  context.lineWidth = 1.25 * ratio;
  for (const { type, points } of zones) {
    const { tone, tint, dash } = zoneLooks[type];
    context.beginPath();
    points.forEach(({ x, y }) => context.lineTo(toX(x), toY(y)));
    context.closePath();
    context.fillStyle = css(palette[tone], tint + 0.08);
    context.fill();
    context.setLineDash(dash.map((length) => length * ratio));
    context.strokeStyle = css(palette[tone], 0.9);
    context.stroke();
  }
}
