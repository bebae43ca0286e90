import type { Box, Point } from '@sweepline/map-core';
import type { Page } from '@playwright/test';
import { coveredOf, fittedBeside } from '../apps/console/src/map-view/canvas/free-viewport.ts';
import { toSpot, type View } from '../apps/console/src/map-view/canvas/view.ts';

export const canvasOf = (page: Page) => page.locator('.sl-map-canvas');

/** How the map lies while this box is fitted into what is free of the canvas. */
export async function viewOf(page: Page, seen: Box): Promise<View> {
  const canvas = canvasOf(page);
  return fittedBeside(seen, (await canvas.boundingBox())!, await canvas.evaluate(coveredOf));
}

/** Where on the screen a place of the map is, given in metres. */
export async function onScreen(page: Page, view: View, place: Point) {
  const box = (await canvasOf(page).boundingBox())!;
  const { left, top } = toSpot(view, box, place);
  return { x: box.x + left, y: box.y + top };
}
