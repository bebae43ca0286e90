import { boxOfRaster, type Raster, type Zone } from '@sweepline/map-core';
import { css, groundColours, readPalette, type Palette } from '../../../../map-view/paint/colours.ts';
import { tinted } from '../../../../map-view/canvas/ground-field.ts';
import { zoneStyles } from '../../../../map-view/paint/zone-styles.ts';
import type { Thumb } from '../map-list/ground-thumb.ts';

/** Margin around the floor, as a share of the picture. */
const margin = 0.07;

type Painted = Pick<Zone, 'type' | 'points'>;

/** The area of the canvas for the floor, in its pixels. */
interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The width of its lines. */
  ratio: number;
}

interface FloorPicture {
  thumb: Thumb;
  zones: readonly Painted[];
  palette: Palette;
  /** Painted above the floor and below the zones. */
  over?: { raster: Raster; picture: ImageBitmap };
}

/** Paints the mapped part of a floor and its zones into a canvas of any shape, as large as it fits. */
export function paintPicture(canvas: HTMLCanvasElement, thumb: Thumb, zones: readonly Painted[]) {
  const context = canvas.getContext('2d');
  if (!context || canvas.clientWidth === 0) return;
  const ratio = Math.min(2, devicePixelRatio);
  [canvas.width, canvas.height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
  const place = { left: 0, top: 0, width: canvas.width, height: canvas.height, ratio };
  paintFloorPicture(context, place, { thumb, zones, palette: readPalette(canvas) });
}

/** Paints into a part of any canvas, with a picture between floor and zones. */
export function paintFloorPicture(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { left, top, width, height, ratio }: Place,
  { thumb: { level, whole, mapped }, zones, palette, over }: FloorPicture,
) {
  const [acrossM, downM] = [mapped.maxX - mapped.minX, mapped.maxY - mapped.minY];
  const scale = (1 - 2 * margin) * Math.min(width / acrossM, height / downM);
  const toX = (x: number) => left + width / 2 + (x - (mapped.minX + mapped.maxX) / 2) * scale;
  const toY = (y: number) => top + height / 2 - (y - (mapped.minY + mapped.maxY) / 2) * scale;
  const paint = (picture: OffscreenCanvas | ImageBitmap, { minX, minY, maxX, maxY }: typeof whole) =>
    context.drawImage(picture, toX(minX), toY(maxY), (maxX - minX) * scale, (maxY - minY) * scale);

  const pixels = tinted(level, 0, 0, level.width, level.height, groundColours(palette));
  const ground = new OffscreenCanvas(level.width, level.height);
  ground.getContext('2d')?.putImageData(new ImageData(pixels, level.width, level.height), 0, 0);
  context.imageSmoothingQuality = 'high';
  paint(ground, whole);
  if (over) paint(over.picture, boxOfRaster(over.raster));

  context.lineWidth = 1.25 * ratio;
  for (const { type, points } of zones) {
    const { tone, tint, dash } = zoneStyles[type];
    context.beginPath();
    points.forEach(({ x, y }) => context.lineTo(toX(x), toY(y)));
    context.closePath();
    // The layer above the floor keeps its own colours, so that it matches its legend.
    context.fillStyle = css(palette[tone], over ? 0 : tint + 0.08);
    context.fill();
    context.setLineDash(dash.map((length) => length * ratio));
    context.strokeStyle = css(palette[tone], 0.9);
    context.stroke();
  }
  context.setLineDash([]);
}
