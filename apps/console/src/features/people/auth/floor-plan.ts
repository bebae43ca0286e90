/** The office floor of the login page, 640 × 800. */

interface Room {
  x: number;
  y: number;
  width: number;
  height: number;
}

const laneGap = 22;
/** The distance that the robot keeps from a pillar. */
const clearance = 18;

export const pillars: readonly Room[] = [
  { x: 230, y: 160, width: 46, height: 46 },
  ...[150, 250, 350, 450].map((x) => ({ x, y: 500, width: 30, height: 30 })),
];

/** The places of a lane from left to right, around the pillars in its way. */
function laneAt(at: number, from: number, to: number): [x: number, y: number][] {
  const inWay = pillars.filter(
    ({ x, y, width, height }) =>
      x < to && x + width > from && at > y - clearance && at < y + height + clearance,
  );
  const around = inWay.flatMap(({ x, y, width, height }): [number, number][] => {
    const [left, right] = [x - clearance, x + width + clearance];
    const pass = at < y + height / 2 ? y - clearance : y + height + clearance;
    return [
      [left, at],
      [left, pass],
      [right, pass],
      [right, at],
    ];
  });
  return [[from, at], ...around, [to, at]];
}

/** Lanes up and down one room, as the robots plan them. */
function lanesOf({ x, y, width, height }: Room, fromRight: boolean): string {
  const rows = Math.floor(height / laneGap);
  const turns = Array.from({ length: rows + 1 }, (_, row) => {
    const places = laneAt(y + row * laneGap, x, x + width);
    return (row % 2 === 0) === fromRight ? places.toReversed() : places;
  });
  return turns.flatMap((places) => places.map((place) => `L${place.join(' ')}`)).join('');
}

const hall: Room = { x: 92, y: 92, width: 270, height: 176 };
const corner: Room = { x: 438, y: 92, width: 112, height: 176 };
const lobby: Room = { x: 92, y: 424, width: 456, height: 198 };

/** From the dock in the corridor through the doors of the hall, the corner office and the lobby. */
export const route = `M92 366L145 366L145 312L92 312${lanesOf(hall, false)}L380 268L380 205L438 205${lanesOf(corner, false)}L550 306L445 306L445 366L325 366L325 424${lanesOf(lobby, false)}`;

export const walls = [
  'M56 56H584V664H56V520M56 470V56',
  'M400 56V180M400 230V340M56 340H120M170 340H400M470 340H584M400 340H420',
  'M56 392H300M350 392H584',
  ...pillars.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`),
];

export const bays = pillars.map(
  ({ x, y, width, height }) => `${x},${y} ${x + width},${y} ${x + width},${y + height} ${x},${y + height}`,
);

/** Zones as the console draws them. */
export const zones = [
  '74,74 382,74 382,322 74,322',
  '418,74 566,74 566,322 418,322',
  '74,410 566,410 566,646 74,646',
];
