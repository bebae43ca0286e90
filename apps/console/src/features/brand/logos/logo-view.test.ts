import { expect, test } from 'vitest';
import { cutOf, suited, viewOf, wholeView } from './logo-view.ts';

const wide = { width: 400, height: 100 };
const square = { width: 300, height: 300 };

test('without enlargement a logo shows the whole picture, whatever its proportions', () => {
  for (const picture of [wide, square])
    expect(cutOf('APP', wholeView, picture)).toEqual({ x: 0, y: 0, width: 1, height: 1, margin: 0 });
});

test('enlarging a wide picture cuts its sides until it fills a square logo, then its height too', () => {
  expect(cutOf('APP', { ...wholeView, zoom: 4 }, wide)).toMatchObject({ x: 0.375, width: 0.25, height: 1 });
  expect(cutOf('APP', { ...wholeView, zoom: 8, x: 0, y: 1 }, wide)).toMatchObject({
    x: 0,
    y: 0.5,
    width: 0.125,
    height: 0.5,
  });
});

test('a stored part of a picture is shown again as it was set', () => {
  for (const picture of [wide, square]) {
    const view = { zoom: 3, x: 0.2, y: 0.5, margin: 0.1 };
    const again = viewOf('MENU', cutOf('MENU', view, picture), picture);
    expect(again.zoom).toBeCloseTo(3);
    expect(again.x).toBeCloseTo(0.2);
  }
});

test('of several pictures each style takes the one of its size or of the most similar proportions', () => {
  expect(suited([wide, square, { width: 80, height: 60 }])).toEqual({
    MENU_SMALL: 2,
    MENU: 2,
    APP: 1,
    REPORT: 1,
    ROBOT: 1,
  });
  expect(suited([wide])).toEqual({ MENU_SMALL: 0, MENU: 0, APP: 0, REPORT: 0, ROBOT: 0 });
  expect(suited([]).MENU).toBeNull();
});
