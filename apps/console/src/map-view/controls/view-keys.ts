import type { Camera } from '../canvas/camera.ts';
import { panned } from '../canvas/view.ts';

/** Pixels an arrow key moves the map. */
const arrowPx = 80;
const zoomStep = 1.5;

/** Keys that change the view. */
export const viewKeys: Record<string, (camera: Camera) => void> = {
  '+': (camera) => camera.zoom(zoomStep),
  '=': (camera) => camera.zoom(zoomStep),
  '-': (camera) => camera.zoom(1 / zoomStep),
  '0': (camera) => camera.fit(),
  ArrowLeft: (camera) => camera.setView(panned(camera.view, arrowPx, 0)),
  ArrowRight: (camera) => camera.setView(panned(camera.view, -arrowPx, 0)),
  ArrowUp: (camera) => camera.setView(panned(camera.view, 0, arrowPx)),
  ArrowDown: (camera) => camera.setView(panned(camera.view, 0, -arrowPx)),
};
