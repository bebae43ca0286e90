import { expect, test } from 'vitest';
import { checkLiftPoints } from './lift-findings.ts';

const point = (id: string, liftId: string | undefined, floor: string | undefined) =>
  ({ kind: 'point', id, type: 'LIFT_CALL', name: id, x: 1, y: 2, theta: 0, liftId, floor }) as const;
const lifts = [
  {
    number: 'A',
    floors: [
      { label: '10', mapId: 'map' },
      { label: '11', mapId: 'other' },
    ],
  },
];

test('elevator points that name no elevator of the site, or not its floor on this map, are found', () => {
  const shapes = [
    point('fits', 'A', '10'),
    point('unknown', 'B', '10'),
    point('unnamed', undefined, undefined),
    point('of another floor', 'A', '11'),
    { kind: 'point', id: 'dock', type: 'CHARGING', name: 'dock', x: 0, y: 0, theta: 0 } as const,
  ];
  expect(checkLiftPoints(shapes, 'map', lifts).map(({ code, shapeIds }) => [...shapeIds, code])).toEqual([
    ['unknown', 'liftUnknown'],
    ['unnamed', 'liftUnknown'],
    ['of another floor', 'liftFloorDiffers'],
  ]);
});
