import { FREE, isSimple, polygonArea, signedArea, valueAt } from '@sweepline/map-core';
import { describe, expect, test } from 'vitest';
import { Footing } from '../motion/footing.ts';
import { routeBetween } from '../motion/route.ts';
import { terrainOf } from '../motion/terrain.ts';
import { frontOf } from '../robot/drive/driving.ts';
import { specOf } from '../robot/spec.ts';
import { drawMall } from './mall.ts';
import { randomFrom } from '../random.ts';
import { builtInWorld, worldNames } from './built-in.ts';

test('a name and a seed always give the same floor, and another seed changes the grid but not the places', () => {
  const [first, same, other] = [1, 1, 2].map((seed) => drawMall(randomFrom(seed)));
  expect(first!.grid.cells).toEqual(same!.grid.cells);
  expect(first!.grid.cells).not.toEqual(other!.grid.cells);
  expect(first!.elements).toEqual(other!.elements);
  expect(builtInWorld('mall', 1).mapId).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(builtInWorld('mall', 1).mapId).not.toBe(builtInWorld('mall', 2).mapId);
});

describe.each(worldNames)('%s', (name) => {
  const { grid, elements } = builtInWorld(name, 1);
  const zones = elements.polygons;

  test('places have unique ids and outlines that the server accepts', () => {
    const ids = [...zones, ...elements.points].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const zone of zones) {
      expect(isSimple(zone.points), zone.name).toBe(true);
      expect(signedArea(zone.points), zone.name).toBeGreaterThan(0);
      expect(zone.name.length).toBeLessThanOrEqual(60);
    }
    expect(zones.some(({ type }) => type === 'NO_GO')).toBe(true);
    for (const type of ['CHARGING', 'WATER_REFILL', 'WATER_DRAIN', 'DROP', 'NAVIGATION']) {
      expect(
        elements.points.some((point) => point.type === type),
        type,
      ).toBe(true);
    }
  });

  test('free floor never touches unknown cells', () => {
    const { width, height, cells } = grid;
    let open = 0;
    for (let i = width; i < width * (height - 1); i++) {
      if (cells[i] !== FREE) continue;
      if ([i - 1, i + 1, i - width, i + width].some((beside) => cells[beside] === 205)) open++;
    }
    expect(open).toBe(0);
  });

  test.each(['J20', 'J30', 'J40'] as const)('%s reaches every dock, area and place', (model) => {
    const noGo = zones.filter(({ type }) => type === 'NO_GO').map(({ points }) => points);
    const footing = new Footing(terrainOf(grid, noGo), specOf(model).widthM);
    const docks = elements.points.filter(({ type }) => type === 'CHARGING');
    const region = footing.regionAt(docks[0]!.x, docks[0]!.y);
    for (const dock of docks) {
      const front = frontOf(dock);
      expect(footing.canStand(front.x, front.y), dock.name).toBe(true);
      expect(footing.regionAt(front.x, front.y), dock.name).toBe(region);
    }
    for (const point of elements.points) {
      expect(valueAt(grid, point.x, point.y), point.name).toBe(FREE);
      expect(routeBetween(footing, docks[0]!.x, docks[0]!.y, point.x, point.y), point.name).toBeDefined();
    }
    for (const { points, name: area } of zones.filter(({ type }) => type === 'CLEAN')) {
      expect(polygonArea(points), area).toBeGreaterThan(15);
    }
  });
});
