import { createHash } from 'node:crypto';
import { randomFrom, seedFor } from '../random.ts';
import { drawAirport } from './airport.ts';
import { drawMall } from './mall.ts';
import { drawOffice } from './office.ts';
import type { World } from './world.ts';

const floors = {
  mall: { name: 'Shopping mall', draw: drawMall },
  office: { name: 'Office floor', draw: drawOffice },
  airport: { name: 'Airport hall', draw: drawAirport },
} as const;

export type WorldName = keyof typeof floors;
export const worldNames = Object.keys(floors) as WorldName[];
export const isWorldName = (name: string): name is WorldName => name in floors;

/** A UUID derived from a text, so that the name of a floor determines its mapId. */
export function idFor(text: string) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const worlds = new Map<string, World>();

/** A built-in floor. One name and seed always give the same mapId, grid and places; the world is shared, not copied. */
export function builtInWorld(name: WorldName, seed = 1): World {
  const key = `${name}:${seed}`;
  const cached = worlds.get(key);
  if (cached) return cached;
  const { grid, elements } = floors[name].draw(randomFrom(seedFor(name, seed)));
  const world = {
    mapId: idFor(`sweepline ${key}`),
    mapVersion: '1',
    name: floors[name].name,
    grid,
    elements,
  };
  worlds.set(key, world);
  return world;
}
