import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areasOf, FREE, isFreeAt, OCCUPIED, UNKNOWN } from './grid.ts';
import { arenaMap, depotMap, type RobotMap } from '../test-kit/robot-maps.ts';
import { parsePgm } from './pgm.ts';
import { rosMapMeta } from './ros-map-meta.ts';
import { rosMap, type SavedUnknown } from './ros-map.ts';

const bytes = (header: string, ...pixels: number[]) =>
  Uint8Array.from([...new TextEncoder().encode(header), ...pixels]);
const faultOf = (header: string, ...pixels: number[]) => {
  const reading = parsePgm(bytes(header, ...pixels));
  return reading.ok ? 'read' : reading.fault;
};
const meta = (fields: object = {}) =>
  rosMapMeta({ image: 'a.pgm', resolution: 0.05, origin: [0, 0, 0], ...fields });
const metaFault = (fields: object) => {
  const reading = meta(fields);
  return reading.ok ? 'read' : reading.fault;
};

describe('a PGM picture', () => {
  test('is read in binary and in plain form, with comments anywhere in the header', () => {
    const picture = { ok: true, value: { width: 2, height: 2, pixels: Uint8Array.of(0, 254, 205, 9) } };
    expect(parsePgm(bytes('P5\n# by a robot\n2 #wide\n2\n255\n', 0, 254, 205, 9))).toEqual(picture);
    expect(parsePgm(bytes('P2 2 2 255 0 254 # half\n205\t9'))).toEqual(picture);
  });

  test('keeps a first pixel that looks like white space', () => {
    expect(parsePgm(bytes('P5 1 1 255\n', 10))).toMatchObject({ value: { pixels: Uint8Array.of(10) } });
  });

  test('with line ends that a program for texts rewrote is refused with that reason', () => {
    expect(faultOf('P5\r\n2 1\r\n255\r\n', 0, 254)).toBe('lineEnds');
    expect(faultOf('P5\r\n2 1\r\n255\r\n', 13, 10, 254)).toBe('lineEnds');
    expect(faultOf('P5\n2 1\n255\n', 0, 254, 10)).toBe('lineEnds');
    expect(faultOf('P5\n2 1\n65535\n', 0, 0, 254, 254, 10)).toBe('lineEnds');
    expect(faultOf('P5\r2 1\r255\r', 10, 254)).toBe('read');
    // Two pictures in one file are allowed; the first one is taken.
    expect(faultOf('P5\n2 1\n255\n', 0, 254, 80, 53, 10)).toBe('read');
  });

  test('of another depth is scaled to 0–255', () => {
    expect(parsePgm(bytes('P5 3 1 65535\n', 0, 0, 0x80, 0, 0xff, 0xff))).toMatchObject({
      value: { pixels: Uint8Array.of(0, 128, 255) },
    });
    expect(parsePgm(bytes('P2 3 1 15 0 7 15'))).toMatchObject({
      value: { pixels: Uint8Array.of(0, 119, 255) },
    });
  });

  test.each([
    ['notPgm', 'P6 1 1 255\n'],
    ['notPgm', ''],
    ['badHeader', 'P5'],
    ['badHeader', 'P5 two 2 255\n'],
    ['badHeader', 'P5 -2 2 255\n'],
    ['badHeader', 'P5 1 1 0\n'],
    ['badHeader', 'P5 1 1 65536\n'],
    ['badHeader', 'P5 99999999999999999999 1 255\n'],
    ['empty', 'P5 0 4 255\n'],
    ['tooLarge', 'P5 16001 1 255\n'],
    ['tooLarge', 'P5 16000 16000 255\n'],
    ['truncated', 'P5 8000 8000 255\n'],
    ['truncated', 'P2 8000 8000 255\n1 2 3'],
    ['badPixel', 'P2 2 1 255 1000000 \n'],
    ['badPixel', 'P2 2 1 255 9 x'],
    ['badPixel', 'P2 2 1 15 9 16'],
  ])('is refused as %s: %j', (fault, header) => {
    expect(faultOf(header)).toBe(fault);
  });

  test('with a false size is refused without allocating memory', () => {
    const before = process.memoryUsage().arrayBuffers;
    expect(faultOf('P5 8000 8000 65535\n', 1, 2, 3)).toBe('truncated');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });
});

describe('the YAML of a map', () => {
  test('has nav2 defaults', () => {
    expect(meta()).toEqual({
      ok: true,
      value: {
        image: 'a.pgm',
        resolution: 0.05,
        originX: 0,
        originY: 0,
        yaw: 0,
        negate: false,
        occupiedThreshold: 0.65,
        freeThreshold: 0.25,
        mode: 'trinary',
      },
    });
  });

  test.each([
    ['missing', { image: null }],
    ['missing', { origin: undefined }],
    ['notANumber', { resolution: '0.05' }],
    ['notANumber', { resolution: Number.NaN }],
    ['notANumber', { origin: [0, 'x', 0] }],
    ['notANumber', { origin: 'here' }],
    ['notANumber', { occupied_thresh: 'high' }],
    ['resolutionOutOfRange', { resolution: 1e9 }],
    ['resolutionOutOfRange', { resolution: 0 }],
    ['originOutOfRange', { origin: [1e9, 0, 0] }],
    ['thresholdOutOfRange', { occupied_thresh: 65 }],
    ['thresholdsCrossed', { occupied_thresh: 0.2, free_thresh: 0.5 }],
    ['unknownMode', { mode: 'fancy' }],
    ['badNegate', { negate: 'no' }],
  ])('is refused as %s: %j', (fault, fields) => expect(metaFault(fields)).toBe(fault));

  test('is refused when it is no mapping', () => {
    for (const yaml of [null, 'text', [1], undefined])
      expect(rosMapMeta(yaml)).toMatchObject({ fault: 'notAMapping' });
  });
});

describe('rosMap', () => {
  const rowOf = (
    fields: object,
    { pixels, opacity, savedUnknown }: { pixels: number[]; opacity?: number[]; savedUnknown?: SavedUnknown },
  ) => {
    const reading = meta(fields);
    if (!reading.ok) throw new Error(reading.detail);
    const picture = {
      width: pixels.length,
      height: 1,
      pixels: Uint8Array.from(pixels),
      ...(opacity && { opacity: Uint8Array.from(opacity) }),
    };
    const map = rosMap(reading.value, picture, savedUnknown);
    if (!map.ok) throw new Error(map.detail);
    return { cells: [...map.value.grid.cells], ...map.value.notes };
  };
  const gridOf = (fields: object, ...pixels: number[]) => rowOf(fields, { pixels }).cells;

  test('follows the thresholds in each mode', () => {
    expect(gridOf({}, 0, 100, 150, 230, 254)).toEqual([OCCUPIED, UNKNOWN, UNKNOWN, FREE, FREE]);
    expect(gridOf({ negate: 1 }, 0, 100, 254)).toEqual([FREE, UNKNOWN, OCCUPIED]);
    expect(gridOf({ mode: 'scale' }, 0, 205, 254)).toEqual([OCCUPIED, FREE, FREE]);
    expect(gridOf({ mode: 'raw' }, 0, 50, 100, 101, 255)).toEqual([
      FREE,
      UNKNOWN,
      OCCUPIED,
      UNKNOWN,
      UNKNOWN,
    ]);
  });

  test('in mode scale is free where the occupancy rounds to 0 % and occupied where it rounds to 100 %', () => {
    // Steps of 1/255 from threshold to threshold are steps of 0.49 %.
    const fields = { mode: 'scale', free_thresh: 51 / 255, occupied_thresh: 254 / 255 };
    expect(gridOf(fields, 205, 204, 203, 202, 3, 2, 1, 0)).toEqual([
      FREE,
      FREE,
      FREE,
      UNKNOWN,
      UNKNOWN,
      OCCUPIED,
      OCCUPIED,
      OCCUPIED,
    ]);
  });

  test('keeps the unknown cells of a map saver beside any other grey, and counts them', () => {
    const fields = { free_thresh: 0.25 };
    const unknown = { cells: [OCCUPIED, UNKNOWN, FREE], savedUnknownCells: 1 };
    for (const grey of [230, 254, 255, 206])
      expect(rowOf(fields, { pixels: [0, 205, grey] })).toMatchObject(unknown);
    expect(rowOf(fields, { pixels: [0, 205, 230], savedUnknown: 'FREE' })).toMatchObject({
      cells: [OCCUPIED, FREE, FREE],
      savedUnknownCells: 1,
    });
    expect(rowOf({ free_thresh: 0.196 }, { pixels: [0, 205, 230] }).savedUnknownCells).toBe(0);
    expect(gridOf({ negate: 1 }, 205)).toEqual([OCCUPIED]);
  });

  test('changes one cell when one pixel of the file changes', () => {
    const grey = fc.constantFrom<number[]>(0, 100, 205, 206, 230, 254, 255);
    fc.assert(
      fc.property(
        fc.array(grey, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom('trinary', 'scale', 'raw'),
        fc.constantFrom(0.196, 0.25, 0.4),
        (pixels, place, other, mode, freeThreshold) => {
          const index = place % pixels.length;
          const fields = { mode, free_thresh: freeThreshold };
          const [before, after] = [gridOf(fields, ...pixels), gridOf(fields, ...pixels.with(index, other))];
          expect(after.toSpliced(index, 1)).toEqual(before.toSpliced(index, 1));
        },
      ),
    );
  });

  test('does not count opacity as brightness, and counts the cells that nav2 reads otherwise', () => {
    const pixels = [60, 60, 0, 254, 205, 0];
    const opacity = [255, 0, 255, 255, 255, 0];
    expect(rowOf({ free_thresh: 0.196 }, { pixels, opacity })).toMatchObject({
      cells: [OCCUPIED, UNKNOWN, OCCUPIED, FREE, UNKNOWN, UNKNOWN],
      // Nav2: unknown, occupied, occupied, free, free, occupied.
      opacityCells: 4,
    });
    expect(rowOf({ mode: 'scale' }, { pixels, opacity })).toMatchObject({ opacityCells: 0 });
  });

  test('in mode scale leaves every cell unknown that is not opaque', () => {
    const picture = { pixels: [254, 254, 0], opacity: [255, 254, 200] };
    expect(rowOf({ mode: 'scale' }, picture).cells).toEqual([FREE, UNKNOWN, UNKNOWN]);
    expect(rowOf({}, picture).cells).toEqual([FREE, FREE, OCCUPIED]);
  });

  test('refuses a picture with the wrong number of pixels', () => {
    const reading = meta();
    expect(
      reading.ok && rosMap(reading.value, { width: 3, height: 3, pixels: new Uint8Array(8) }),
    ).toMatchObject({
      fault: 'truncated',
    });
  });
});

describe('maps in the form that robots write', () => {
  const open = (name: string, { picture }: RobotMap, fields: object) => {
    const [pixels, read] = [parsePgm(picture), meta(fields)];
    const grid = pixels.ok && read.ok && rosMap(read.value, pixels.value);
    if (!grid || !grid.ok) throw new Error(`${name} was refused`);
    return grid.value.grid;
  };
  const m2 = (cells: number) => expect.closeTo(cells * 0.0025, 6) as number;

  test('the depot has the expected free, occupied and unknown area', () => {
    const depot = depotMap();
    const { free, occupied, unknown } = depot.cells;
    expect(free + occupied + unknown).toBe(604 * 307);
    expect(Math.min(free, occupied, unknown)).toBeGreaterThan(4_000);
    expect(areasOf(open('depot', depot, { free_thresh: 0.25 }))).toEqual({
      freeM2: m2(free),
      occupiedM2: m2(occupied),
      unknownM2: m2(unknown),
    });
  });

  test('the arena has its free floor around the origin', () => {
    const arena = arenaMap();
    const grid = open('arena', arena, { origin: [-10, -10, 0], free_thresh: 0.196 });
    expect(areasOf(grid).freeM2).toBeCloseTo(arena.cells.free * 0.0025, 6);
    expect(isFreeAt(grid, -2, -0.5)).toBe(true);
    expect(isFreeAt(grid, 1.1, 1.1)).toBe(false);
    expect(isFreeAt(grid, 5, 5)).toBe(false);
  });
});
