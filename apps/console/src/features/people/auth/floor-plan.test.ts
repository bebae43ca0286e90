import { expect, test } from 'vitest';
import { pillars, route } from './floor-plan.ts';

/** The radius of the drawn robot. */
const radius = 11;

/** Places every unit along the route. */
function* placesOf(path: string) {
  const corners = path
    .slice(1)
    .split('L')
    .map((text) => text.split(' ').map(Number) as [number, number]);
  for (const [index, [x, y]] of corners.slice(1).entries()) {
    const [fromX, fromY] = corners[index]!;
    const length = Math.hypot(x - fromX, y - fromY);
    for (let at = 0; at <= length; at++)
      yield [fromX + ((x - fromX) * at) / (length || 1), fromY + ((y - fromY) * at) / (length || 1)] as const;
  }
}

test('the robot of the login picture does not drive through a pillar', () => {
  const hits = [...placesOf(route)].filter(([left, top]) =>
    pillars.some(
      ({ x, y, width, height }) =>
        Math.hypot(Math.max(x - left, 0, left - x - width), Math.max(y - top, 0, top - y - height)) < radius,
    ),
  );
  expect(hits).toEqual([]);
});
