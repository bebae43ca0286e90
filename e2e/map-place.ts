import type { Box, Point } from '@sweepline/map-core';
import type { Page } from '@playwright/test';
import { coveringPanels, fittedToFreeViewport } from '../apps/console/src/map-view/canvas/free-viewport.ts';
import { toSpot, type View } from '../apps/console/src/map-view/canvas/view.ts';

export const canvasOf = (page: Page) => page.locator('.sl-map-canvas');

/** The view when this box is fitted into the free part of the canvas. */
export async function viewOf(page: Page, box: Box): Promise<View> {
  const canvas = canvasOf(page);
  return fittedToFreeViewport(box, (await canvas.boundingBox())!, await canvas.evaluate(coveringPanels));
}

/** Screen position of a map point in metres. */
export async function onScreen(page: Page, view: View, place: Point) {
  const box = (await canvasOf(page).boundingBox())!;
  const { left, top } = toSpot(view, box, place);
  return { x: box.x + left, y: box.y + top };
}
