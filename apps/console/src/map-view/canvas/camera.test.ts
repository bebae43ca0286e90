import { expect, test } from 'vitest';
import { Camera } from './camera.ts';
import type { Patch } from './free-viewport.ts';

const map = { minX: 0, minY: 0, maxX: 100, maxY: 100 };
const box = { minX: 40, minY: 40, maxX: 60, maxY: 60 };
const panel: Patch = { left: 320, top: 0, right: 400, bottom: 400 };

test('a shown box is fitted again when the canvas or the panels over it change', () => {
  const panels: Patch[] = [panel];
  const camera = new Camera(map, () => panels);
  camera.resize({ width: 400, height: 400 });
  camera.show(box);
  expect(camera.view.x).toBeGreaterThan(50);
  panels.pop();
  camera.resize({ width: 800, height: 400 });
  expect(camera.view).toMatchObject({ x: 50, y: 50 });
});

test('a view that the user has chosen stays when the canvas changes', () => {
  const camera = new Camera(map);
  camera.resize({ width: 400, height: 400 });
  camera.show(box);
  camera.setView({ x: 30, y: 30, scale: 10 });
  camera.resize({ width: 800, height: 400 });
  expect(camera.view).toMatchObject({ x: 30, y: 30, scale: 10 });
});
