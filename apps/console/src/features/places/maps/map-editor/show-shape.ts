import { boxGrown, boxOfShape, type Shape } from '@sweepline/map-core';
import { boxInView } from '../../../../map-view/canvas/view.ts';
import type { Camera } from '../../../../map-view/canvas/camera.ts';

/** Margin around a shape, so that its surroundings are visible. */
const airM = 6;
/** A shape smaller than this on the screen is too small to edit. */
const minPx = 36;

/** Shows a shape that is out of sight, under the tools or too small; a view that shows it well stays unchanged. */
export function showShape(camera: Camera | null, shape: Shape) {
  if (!camera) return;
  const box = boxOfShape(shape);
  const { minX, minY, maxX, maxY } = boxInView(camera.view, camera.size);
  const inSight = box.minX >= minX && box.minY >= minY && box.maxX <= maxX && box.maxY <= maxY;
  const middle = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
  const px = Math.max(box.maxX - box.minX, box.maxY - box.minY) * camera.view.scale;
  if (!inSight || px < minPx || camera.isCovered(middle)) camera.show(boxGrown(box, airM));
}
