import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffElements, mergeElements, settleConflict } from '../geometry/difference.ts';
import type { Elements } from '../elements.ts';
import { checkElements } from './findings.ts';
import { FREE, OCCUPIED, type Grid } from '../files/grid.ts';
import type { PointType, ZoneType } from '../geometry/shapes.ts';

const box = (x: number, y: number, w: number, h: number) => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
const aZone = (id: string, points = box(6, 1, 3, 3), type: ZoneType = 'CLEAN') => ({
  id,
  type,
  name: `Zone ${id}`,
  points,
});
const aPoint = (id: string, x: number, y: number, type: PointType = 'CHARGING', theta = 0) => ({
  id,
  type,
  name: `Point ${id}`,
  x,
  y,
  theta,
});

/** Ten by five metres; a wall at x = 5 with a door from y = 2 to 3. */
const raster = { width: 200, height: 100, resolution: 0.05, originX: 0, originY: 0 };
const twoRooms = (): Grid => ({
  ...raster,
  cells: Uint8Array.from({ length: 20_000 }, (_, i) => {
    const [column, row] = [i % 200, Math.floor(i / 200)];
    const y = 5 - (row + 0.5) * 0.05;
    return column >= 99 && column <= 101 && (y < 2 || y > 3) ? OCCUPIED : FREE;
  }),
});
const codes = (elements: Partial<Elements>, ground: Grid | undefined = twoRooms()) =>
  checkElements(elements, raster, ground).map(({ code, shapeIds }) => `${code} ${shapeIds.join(' ')}`);

describe('checkElements', () => {
  const zones = [aZone('z')];
  const points = [aPoint('c', 1, 1)];

  test('reports nothing when the zone is reachable from the charger through the door', () => {
    expect(codes({ zones, points })).toEqual([]);
  });

  test('reports a zone behind a wall across the door, and none when the wall has a gap', () => {
    const wall = (top: number) => [
      {
        id: 'w',
        points: [
          { x: 5.2, y: 1.8 },
          { x: 5.2, y: top },
        ],
      },
    ];
    expect(codes({ zones, points, walls: wall(3.2) })).toEqual(['cutOff z c']);
    expect(codes({ zones, points, walls: wall(2.3) })).toEqual([]);
  });

  test('reports a zone behind a no-go area and a zone without floor', () => {
    const noGo = aZone('n', box(4.5, 0, 1, 5), 'NO_GO');
    expect(codes({ zones: [...zones, noGo], points })).toEqual(['cutOff z c']);
    expect(codes({ zones: [aZone('z', box(4.96, 3.2, 0.12, 1))], points })).toEqual(['noFloor z']);
  });

  test('reports points in an obstacle, in a no-go area and on a wall', () => {
    const noGo = aZone('n', box(1, 3, 1, 1), 'NO_GO');
    const walls = [
      {
        id: 'w',
        points: [
          { x: 8, y: 1 },
          { x: 8, y: 2 },
        ],
      },
    ];
    const there = [
      aPoint('a', 5, 1, 'NAVIGATION'),
      aPoint('b', 1.5, 3.5, 'NAVIGATION'),
      aPoint('d', 8.05, 1.5, 'NAVIGATION'),
    ];
    expect(codes({ zones: [noGo], walls, points: there })).toEqual([
      'pointInObstacle a',
      'pointInNoGo b n',
      'pointOnWall d w',
    ]);
  });

  test('reports a wall in front of a dock, and none behind it', () => {
    const wall = (x: number) => [
      {
        id: 'w',
        points: [
          { x, y: 0.5 },
          { x, y: 1.5 },
        ],
      },
    ];
    expect(codes({ points, walls: wall(1.5) })).toEqual(['wallAcrossDock w c']);
    expect(codes({ points, walls: wall(0.5) })).toEqual([]);
  });

  test('reports a wall through a robot that stands in its dock, on either side', () => {
    const across = (x: number) => [
      {
        id: 'w',
        points: [
          { x, y: 0.5 },
          { x, y: 1.5 },
        ],
      },
    ];
    for (const x of [0.7, 0.8, 0.95])
      expect(codes({ points, walls: across(x) })).toEqual(['pointOnWall c w']);
    const along = [
      {
        id: 'w',
        points: [
          { x: 0, y: 1.2 },
          { x: 0.9, y: 1.2 },
        ],
      },
    ];
    expect(codes({ points, walls: along })).toEqual(['pointOnWall c w']);
    const station = [aPoint('n', 1, 1, 'NAVIGATION')];
    expect(codes({ points: station, walls: across(0.8) })).toEqual([]);
  });

  test.each([
    ['case', 'Dock A', 'dock a'],
    ['width', 'ＤＯＣＫ Ａ', 'Dock A'],
    ['width of Japanese letters', 'ﾄﾞｯｸ', 'ドック'],
    ['blanks', 'Dock  A', 'Dock\u3000A '],
    ['a letter without its own capital', 'Straße', 'STRASSE'],
    ['accents that are written apart', 'Café', 'Cafe\u0301'],
  ])('reports names that differ only in %s', (_what, one, other) => {
    const named = [
      { ...aPoint('a', 8, 1, 'NAVIGATION'), name: one },
      { ...aPoint('b', 8, 3, 'NAVIGATION'), name: other },
    ];
    expect(codes({ points: named })).toEqual(['duplicateName a b']);
    expect(codes({ points: [named[0]!, { ...named[1]!, name: `${other} 2` }] })).toEqual([]);
  });

  test('reports duplicate and missing names, duplicate ids and invalid shapes, each with a position', () => {
    const again = { ...aZone('y'), name: 'Zone z ' };
    expect(codes({ zones: [...zones, again, { ...aZone('x'), name: ' ' }], points })).toEqual([
      'noName x',
      'duplicateName z y',
    ]);
    const unnamed = points.map((point) => ({ ...point, name: '' }));
    expect(codes({ zones, points: unnamed })).toEqual(unnamed.map(({ id }) => `noName ${id}`));
    expect(codes({ zones: [aZone('c')], points })).toEqual(['duplicateId c c']);
    const crossing = aZone('z', [
      { x: 6, y: 1 },
      { x: 9, y: 4 },
      { x: 9, y: 1 },
      { x: 6, y: 4 },
    ]);
    expect(checkElements({ zones: [crossing] }, raster)).toEqual([
      { code: 'selfCrossing', severity: 'ERROR', shapeIds: ['z'], at: { x: 6, y: 1 } },
    ]);
    expect(codes({ zones: [aZone('z', box(8, 1, 9, 1))] })).toEqual(['outsideMap z']);
  });
});

const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 1e-320, -1e-320, 1e308, -1e308, 0, -0, 5, 2.5),
  fc.double({ min: -2, max: 12, noNaN: true }),
);
const anyPlace = fc.record({ x: anyNumber, y: anyNumber });
const line = (maxPoints = 8) =>
  fc.record({ id: fc.string({ maxLength: 3 }), points: fc.array(anyPlace, { maxLength: maxPoints }) });
const anyElements: fc.Arbitrary<Elements> = fc.record({
  zones: fc.array(
    fc.record({
      id: fc.string({ maxLength: 3 }),
      type: fc.constantFrom<ZoneType>('CLEAN', 'NO_GO', 'SLOW'),
      name: fc.string(),
      points: fc.array(anyPlace, { maxLength: 12 }),
    }),
    { maxLength: 4 },
  ),
  walls: fc.array(line(), { maxLength: 4 }),
  points: fc.array(
    fc.record({
      id: fc.string({ maxLength: 3 }),
      type: fc.constantFrom<PointType>('CHARGING', 'DOCKING', 'QR_CODE'),
      name: fc.string(),
      x: anyNumber,
      y: anyNumber,
      theta: anyNumber,
    }),
    { maxLength: 4 },
  ),
  segments: fc.array(line(), { maxLength: 2 }),
  slopes: fc.array(fc.record({ id: fc.string({ maxLength: 3 }), low: anyPlace, high: anyPlace }), {
    maxLength: 2,
  }),
  bumps: fc.array(line(), { maxLength: 2 }),
});

test('checkElements never throws and always returns finite positions', () => {
  const grounds = [
    twoRooms(),
    { ...raster, width: 0, height: 0, cells: new Uint8Array() },
    { ...raster, width: 1, height: 1, cells: new Uint8Array(1) },
    { ...raster, width: 100_000, height: 1, cells: new Uint8Array(100_000).fill(FREE) },
  ];
  fc.assert(
    fc.property(anyElements, fc.constantFrom(...grounds), (elements, ground) => {
      for (const { at } of checkElements(elements, ground, ground))
        expect(Number.isFinite(at.x) && Number.isFinite(at.y)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a zone with 10,000 corners is reported as tooManyCorners', () => {
  const points = Array.from({ length: 10_000 }, (_, i) => ({
    x: Math.cos(i) * 2 + 4,
    y: Math.sin(i) * 2 + 2.5,
  }));
  expect(codes({ zones: [aZone('z', points)] })).toEqual(['tooManyCorners z']);
});

describe('comparing and merging drawings', () => {
  const base = { zones: [aZone('a'), aZone('b'), aZone('c')], points: [aPoint('p', 1, 1)] };
  const renamed = { ...aZone('a'), name: 'Lobby' };

  test('diffElements returns added, removed and changed shapes with their aspects', () => {
    const after = { zones: [renamed, aZone('b'), aZone('d')], points: [aPoint('p', 1, 1, 'CHARGING', 2)] };
    const { added, removed, changed } = diffElements(base, after);
    expect([added.map(({ id }) => id), removed.map(({ id }) => id)]).toEqual([['d'], ['c']]);
    expect(changed.map(({ after: { id }, aspects }) => [id, ...aspects])).toEqual([
      ['a', 'name'],
      ['p', 'heading'],
    ]);
    expect(diffElements(base, structuredClone(base))).toEqual({ added: [], removed: [], changed: [] });
  });

  test('mergeElements reports only different changes of one shape as conflict, and settleConflict takes a side', () => {
    const mine = { ...base, zones: [renamed, aZone('b', box(0, 0, 2, 2)), aZone('m')] };
    const theirs = { ...base, zones: [{ ...aZone('a'), name: 'Foyer' }, aZone('b'), aZone('t')] };
    const { merged, conflicts } = mergeElements(base, mine, theirs);
    expect(conflicts.map(({ id }) => id)).toEqual(['a']);
    expect(merged.zones.map(({ id, name }) => `${id} ${name}`)).toEqual([
      'a Lobby',
      'b Zone b',
      't Zone t',
      'm Zone m',
    ]);
    expect(merged.zones.find(({ id }) => id === 'b')?.points).toEqual(box(0, 0, 2, 2));
    const settled = settleConflict(merged, conflicts[0]!, 'theirs');
    expect(settled.zones.find(({ id }) => id === 'a')?.name).toBe('Foyer');
  });

  test('a removal against a change is a conflict; equal changes are none', () => {
    const without = { ...base, zones: base.zones.slice(1) };
    const { conflicts } = mergeElements(base, without, { ...base, zones: [renamed, ...base.zones.slice(1)] });
    expect(conflicts).toMatchObject([{ id: 'a', mine: undefined, theirs: { name: 'Lobby' } }]);
    expect(mergeElements(base, without, without).conflicts).toEqual([]);
  });

  test('merging an unchanged side returns the other side', () => {
    fc.assert(
      fc.property(anyElements, anyElements, (was, now) => {
        for (const merge of [mergeElements(was, now, was), mergeElements(was, was, now)]) {
          expect(merge.conflicts).toEqual([]);
          const { added, removed, changed } = diffElements(now, merge.merged);
          // Merging makes zones counter-clockwise; it adds and removes nothing.
          expect([added, removed, changed.filter(({ aspects }) => !aspects.includes('shape'))]).toEqual([
            [],
            [],
            [],
          ]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
