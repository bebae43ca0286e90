import '../../apps/console/src/kit/ui/base.css';
import { tokenStyles } from '../../apps/console/src/kit/ui/theme.ts';
import { startTexts } from '../../apps/console/src/kit/format/texts.ts';
import texts from '../../apps/console/src/map-view/texts/en.json';
import { product } from './product.tsx';
import { buildRaster, rawCanvas } from './raw.ts';
import type { Subject } from './subject.ts';
import { dragged, elements, groundCells, raster } from './world.ts';

/** Frame times in milliseconds by action. */
export type Timings = Record<'pan' | 'panClose' | 'zoom' | 'drag' | 'undo', number[]>;

declare global {
  interface Window {
    measure: (subject: 'raw' | 'product') => Promise<Timings>;
    /** Milliseconds for a plain raster build, and until the product shows the map; the map stays open. */
    openMap: () => Promise<{ build: number; shown: number }>;
  }
}

const stand = document.querySelector<HTMLElement>('#stand')!;
const cells = groundCells();
const shapes = [...elements(), dragged];
const steps = 60;
/** Pixels per metre: the whole map, and a few rooms. */
const [whole, close] = [3.7, 30];

const nextFrame = () => new Promise<number>(requestAnimationFrame);

async function openSubject(name: 'raw' | 'product'): Promise<Subject> {
  return name === 'raw' ? rawCanvas(stand, cells, shapes) : product(stand, await picture, shapes);
}

/** A grey picture of the grid, as sent by the server. */
const picture: Promise<Blob> = (async () => {
  const canvas = new OffscreenCanvas(raster.width, raster.height);
  const pixels = new Uint8ClampedArray(4 * cells.length);
  cells.forEach((value, i) => pixels.set([value, value, value, 255], 4 * i));
  canvas.getContext('2d')!.putImageData(new ImageData(pixels, raster.width, raster.height), 0, 0);
  return canvas.convertToBlob();
})();

/** Runs one step per frame and returns the frame times. */
async function timed(step: (i: number) => void): Promise<number[]> {
  const times: number[] = [];
  let last = await nextFrame();
  for (let i = 0; i < steps; i++) {
    step(i);
    const now = await nextFrame();
    times.push(now - last);
    last = now;
  }
  return times;
}

/** Checks that the steps had an effect; steps without effect would be the fastest. */
function expectNear(what: string, value: number, expected: number) {
  if (!(Math.abs(value - expected) < 0.01))
    throw new Error(`${what} came to ${value} instead of ${expected}`);
}

const rest = () => new Promise((done) => setTimeout(done, 400));

window.measure = async (name) => {
  const subject = await openSubject(name);
  // The product prepares its ground in a worker; the raw canvas has done it already.
  await new Promise((done) => setTimeout(done, 4_000));
  const swing = (i: number) => (Math.floor(i / 15) % 2 === 0 ? 1 : -1);
  const at = async (scale: number, step: (i: number) => void) => {
    subject.look(scale);
    await rest();
    return timed(step);
  };
  const pan = await at(whole, (i) => subject.pan(12 * swing(i), 7 * swing(i)));
  const panClose = await at(close, (i) => subject.pan(12 * swing(i), 7 * swing(i)));
  const zoom = await at(whole, (i) => subject.zoom(1.06 ** swing(i)));
  subject.pan(60, 0);
  expectNear('a pan', subject.state().view.x, 100 - 60 / whole);
  subject.look(whole);
  await rest();
  subject.grab();
  const drag = await timed((i) => subject.drag(3 * i, 2 * i));
  subject.drop();
  await rest();
  const there = dragged.points[0]!.x + (3 * (steps - 1)) / whole;
  expectNear('a drag', subject.state().corner.x, there);
  const undo = await timed((i) => (i % 2 === 0 ? subject.undo() : subject.redo()));
  expectNear('a redo', subject.state().corner.x, there);
  subject.undo();
  await rest();
  expectNear('an undo', subject.state().corner.x, dragged.points[0]!.x);
  subject.close();
  return { pan, panClose, zoom, drag, undo };
};

/** Whether the middle of the floor is painted. */
function isShown() {
  const floor = stand.querySelector('canvas');
  if (!floor || floor.width === 0) return false;
  const { data } = floor.getContext('2d')!.getImageData(floor.width / 2, floor.height / 2, 1, 1);
  return data[3]! > 0;
}

window.openMap = async () => {
  const blob = await picture;
  const startedAt = performance.now();
  await buildRaster(stand, blob);
  const builtAt = performance.now();
  await product(stand, blob, shapes);
  while (!isShown()) await nextFrame();
  return { build: builtAt - startedAt, shown: performance.now() - builtAt };
};

const tokens = document.createElement('style');
tokens.textContent = tokenStyles();
document.head.append(tokens);
await startTexts({ 'map-view': texts, kit: {} });
document.documentElement.dataset.ready = 'yes';
