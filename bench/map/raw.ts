import { moved, shapesById, type Shape } from '@sweepline/map-core';
import { css, groundColours, readPalette } from '../../apps/console/src/map-view/paint/colours.ts';
import { tinted, groundLevels } from '../../apps/console/src/map-view/canvas/ground-field.ts';
import { paintShapes } from '../../apps/console/src/map-view/paint/paint-shapes.ts';
import { Sprites } from '../../apps/console/src/map-view/canvas/sprites.ts';
import { fitted, panned, toSpot, zoomedAt, type View } from '../../apps/console/src/map-view/canvas/view.ts';
import type { Subject } from './subject.ts';
import { cornerOf, dragged, raster } from './world.ts';

/**
 * The same picture on one canvas without optimisation: every change repaints the ground image and all elements with the
 * painters of the product. No layers, index or tiles.
 */
export function rawCanvas(stand: HTMLElement, cells: Uint8Array, shapes: readonly Shape[]): Subject {
  const size = { width: stand.clientWidth, height: stand.clientHeight };
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [size.width, size.height];
  stand.replaceChildren(canvas);
  const context = canvas.getContext('2d')!;
  const palette = readPalette(stand);
  const look = { palette, sprites: new Sprites(palette) };
  const ground = groundImage(cells, groundColours(palette));
  const [side, home] = [raster.width * raster.resolution, { minX: 0, minY: 0, maxX: 200, maxY: 200 }];
  let view: View = fitted(home, size);
  let byId = shapesById(shapes);
  const undone: Shape[] = [];

  const paint = () => {
    context.fillStyle = css(palette.paper);
    context.fillRect(0, 0, size.width, size.height);
    const { left, top } = toSpot(view, size, { x: 0, y: side });
    context.drawImage(ground, left, top, side * view.scale, side * view.scale);
    paintShapes({ context, view, size, ratio: 1 }, [...byId.values()], look);
  };
  const put = (shape: Shape) => {
    byId = new Map(byId).set(shape.id, shape);
    paint();
  };
  paint();
  return {
    look: (scale) => {
      view = { x: 100, y: 100, scale };
      paint();
    },
    pan: (right, down) => {
      view = panned(view, right, down);
      paint();
    },
    zoom: (factor) => {
      view = zoomedAt(view, size, { left: 640, top: 400 }, factor);
      paint();
    },
    grab: () => {},
    drag: (right, down) => put(moved(dragged, { x: right / view.scale, y: -down / view.scale })),
    drop: () => {},
    undo: () => {
      undone.push(byId.get(dragged.id)!);
      put(dragged);
    },
    redo: () => put(undone.pop() ?? dragged),
    state: () => ({ view, corner: cornerOf(byId.get(dragged.id)) }),
    close: () => stand.replaceChildren(),
  };
}

/** Converts a grey picture into a coloured canvas in the simplest way. */
export async function buildRaster(stand: HTMLElement, picture: Blob) {
  const image = await createImageBitmap(picture, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const cells = new Uint8Array(image.width * image.height);
  for (let i = 0; i < cells.length; i++) cells[i] = data[4 * i]!;
  return groundImage(cells, groundColours(readPalette(stand)));
}

function groundImage(cells: Uint8Array, colours: Parameters<typeof tinted>[5]) {
  const { width, height } = raster;
  const level = groundLevels(cells, width, height).find((candidate) => candidate.cells === 1)!;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d')!;
  context.putImageData(new ImageData(tinted(level, 0, 0, width, height, colours), width, height), 0, 0);
  return canvas;
}
