import { expect, test, vi } from 'vitest';
import type { Frame } from '../canvas/layer.ts';
import type { Sprites } from '../canvas/sprites.ts';
import type { Palette } from './colours.ts';
import { paintRobots } from './paint-robots.ts';

const palette = new Proxy({}, { get: () => [0, 0, 0] }) as Palette;

/** The rotations of everything painted. */
function rotationsOf(theta: number, hasHeading?: boolean) {
  vi.stubGlobal('Path2D', vi.fn());
  const rotations: number[] = [];
  const context = new Proxy(
    {},
    {
      get: (_, name) => (name === 'rotate' ? (angle: number) => rotations.push(angle) : () => {}),
      set: () => true,
    },
  ) as CanvasRenderingContext2D;
  const frame = { context, view: { x: 0, y: 0, scale: 20 }, size: { width: 100, height: 100 }, ratio: 1 };
  // No sprite is returned, as in a browser that refuses canvases.
  const sprites = { picture: () => undefined, textWidth: () => 20 } as unknown as Sprites;
  const robot = { id: 'r1', name: 'R1', state: 'moving' as const, pose: { x: 0, y: 0, theta } };
  const placed = hasHeading === undefined ? robot : { ...robot, hasHeading };
  paintRobots(frame as Frame, [placed], { palette, sprites, selected: undefined, hovered: undefined });
  return rotations;
}

test('the arrow of a driving robot points in its heading', () => {
  expect(rotationsOf(Math.PI / 2)).toEqual([0]);
  expect(rotationsOf(0)).toEqual([Math.PI / 2]);
});

test('a driving robot without a known heading has no arrow', () => {
  expect(rotationsOf(0, false)).toEqual([]);
  expect(rotationsOf(0, true)).toHaveLength(1);
});
