import { fileCalls, type MapGround } from '@sweepline/contract';
import { boxOfRaster, FREE, OCCUPIED, type Box } from '@sweepline/map-core';
import { fetchBytes } from '../../../../kit/api/api.ts';
import type { GroundLevel } from '../../../../map-view/canvas/ground-field.ts';

/** A floor picture small enough for a card. */
export interface Thumb {
  level: GroundLevel;
  /** The box of the level that has content, in metres. */
  whole: Box;
  mapped: Box;
}

/** Pixels of the longer side; sharp on a card of half this width on a dense screen. */
const maxPx = 560;
const maxCached = 120;
const thumbs = new Map<string, Promise<Thumb>>();

/** The thumbnail of a ground. A stored file never changes, so it is read and painted once. */
export function thumbOf(ground: MapGround): Promise<Thumb> {
  const cached = thumbs.get(ground.file);
  if (cached) return cached;
  const pending = makeThumb(ground);
  // A failed thumbnail is tried again when its card is shown the next time.
  pending.catch(() => thumbs.delete(ground.file));
  thumbs.set(ground.file, pending);
  const oldest = thumbs.keys().next().value;
  if (thumbs.size > maxCached && oldest !== undefined) thumbs.delete(oldest);
  return pending;
}

async function makeThumb(ground: MapGround): Promise<Thumb> {
  const bytes = await fetchBytes(fileCalls.read, { hash: ground.file });
  const cells = await sampled(new Blob([bytes], { type: 'image/png' }), ground);
  const level = pooled(cells);
  return { level, whole: boxOfRaster(ground), mapped: boxInMetres(ground, level, knownPart(level)) };
}

interface Cells {
  width: number;
  height: number;
  values: Uint8Array;
}

/** At most twice the pixels needed, sampled and not averaged: a mean of wall and floor would read as unknown. */
async function sampled(picture: Blob, { width, height }: MapGround): Promise<Cells> {
  const shrink = Math.min(1, (2 * maxPx) / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * shrink)),
    height: Math.max(1, Math.round(height * shrink)),
  };
  const image = await createImageBitmap(picture, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'pixelated',
    colorSpaceConversion: 'none',
  });
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  image.close();
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return { ...size, values: Uint8Array.from({ length: size.width * size.height }, (_, i) => data[4 * i]!) };
}

/** Halves the picture. A wall is stronger than the mean, otherwise thin walls would fade. */
function pooled({ width, height, values }: Cells): GroundLevel {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const [wall, known] = [new Uint8Array(across * down), new Uint8Array(across * down)];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const value = values[row * width + column]!;
      const to = (row >> 1) * across + (column >> 1);
      if (value === OCCUPIED) wall[to] = Math.min(255, wall[to]! + 110);
      if (value === OCCUPIED || value === FREE) known[to] = Math.min(255, known[to]! + 64);
    }
  }
  return { width: across, height: down, cells: 2, wall, known };
}

interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The bounding box of the known cells; the whole picture when there are none. */
function knownPart({ width, height, known }: GroundLevel): Part {
  const part: Part = { left: width, top: height, right: 0, bottom: 0 };
  for (let i = 0; i < known.length; i++) {
    if (known[i] === 0) continue;
    const [column, row] = [i % width, Math.floor(i / width)];
    part.left = Math.min(part.left, column);
    part.right = Math.max(part.right, column + 1);
    part.top = Math.min(part.top, row);
    part.bottom = Math.max(part.bottom, row + 1);
  }
  return part.right > part.left ? part : { left: 0, top: 0, right: width, bottom: height };
}

function boxInMetres(ground: MapGround, level: GroundLevel, { left, top, right, bottom }: Part): Box {
  const { minX, minY, maxX, maxY } = boxOfRaster(ground);
  const [perX, perY] = [(maxX - minX) / level.width, (maxY - minY) / level.height];
  return {
    minX: minX + left * perX,
    maxX: minX + right * perX,
    minY: maxY - bottom * perY,
    maxY: maxY - top * perY,
  };
}
