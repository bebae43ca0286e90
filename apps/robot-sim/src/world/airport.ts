import { between, type Random } from '../random.ts';
import { FloorDrawing, type Rect } from './floor-drawing.ts';
import { Places } from './places.ts';

/** Check-in islands: a belt between two rows of counters, and the barriers people queue along. */
function checkIn(draw: FloorDrawing, places: Places, random: Random) {
  draw.floor([0, 0, 44, 40]).walls([0, 0, 44, 40], 0.3);
  for (const x of [8, 18, 28]) {
    draw.block([x, 14, x + 3.6, 28]);
    for (let y = 14.5; y < 27; y += 2.4) draw.block([x - 0.7, y, x, y + 1.2], [x + 3.6, y, x + 4.3, y + 1.2]);
  }
  for (let i = 0; i < 8; i++) draw.block([3 + i * 4.6, 32.6, 3.7 + i * 4.6, 33.2]);
  for (const x of [6, 16, 26, 36]) for (const y of [9, 31]) draw.disc({ x, y }, 0.5);
  for (let x = 5; x < 40; x += 7) if (random() < 0.8) draw.block([x, 3.2, x + between(random, 2, 3.2), 3.9]);
  draw.block([35.5, 17, 38.5, 18], [35.5, 22, 38.5, 23]);
  places
    .clean('Check-in hall', [0.3, 0.3, 40, 39.7])
    .point('NAVIGATION', 'Check-in entrance', 22, 6, Math.PI / 2);
}

/** Security: lanes between scanners. Only the passages at both ends belong to the public floor. */
function security(draw: FloorDrawing, places: Places) {
  draw.floor([44, 8, 58, 32]).walls([44, 8, 58, 32], 0.3);
  for (const x of [44, 58])
    draw.door({ x, y: 10.5 }, 3, 'y', 0.9).door({ x, y: 29.5 }, 3, 'y', 0.9).door({ x, y: 20 }, 12, 'y', 0.9);
  for (let y = 13.5; y <= 25.5; y += 3) {
    draw.block([48, y, 55, y + 0.9], [50.4, y + 1.9, 51.6, y + 2.1]);
  }
  draw.line(46.5, 12.6, 56, 12.6, 0.1).line(46.5, 27.4, 56, 27.4, 0.1);
  places.noGo('Security screening', [46.5, 12.4, 56, 27.6]).clean('Staff passage', [44.5, 8.3, 57.5, 12.2]);
}

/** One gate: rows of seats with an aisle between, a desk, and the door to the bridge. */
function gate(draw: FloorDrawing, random: Random, left: number) {
  for (const y of [26.5, 29.1, 31.7, 34.3]) {
    draw.block([left + 1, y, left + 5.2, y + 0.9]);
    if (random() < 0.9) draw.block([left + 7, y, left + 10.4, y + 0.9]);
  }
  draw.block([left + 10.9, 37.3, left + 12.7, 38.1]);
  draw.line(left + 14, 36.5, left + 14, 40, 0.2);
}

function concourse(draw: FloorDrawing, places: Places, random: Random) {
  draw.floor([58, 12, 150, 40]).wall(
    [
      { x: 58, y: 32 },
      { x: 58, y: 40 },
      { x: 150, y: 40 },
      { x: 150, y: 12 },
    ],
    0.3,
  );
  for (let i = 0; i < 6; i++) gate(draw, random, 61 + i * 14.5);
  for (let x = 64; x < 150; x += 10) for (const y of [13.2, 24.4]) draw.disc({ x, y }, 0.45);
  for (const x of [72, 112]) {
    for (const y of [17, 18.7]) draw.block([x, y, x + 26, y + 0.25], [x, y + 1.2, x + 26, y + 1.45]);
    places.noGo(x === 72 ? 'Moving walkway west' : 'Moving walkway east', [x - 0.6, 16.8, x + 26.6, 20.4]);
  }
  for (const x of [66, 103, 143]) draw.block([x, 17.5, x + 2.4, 19.9]);
  places
    .clean('Concourse west', [58.4, 12.3, 103, 25.2])
    .clean('Concourse east', [103, 12.3, 149.7, 25.2])
    .clean('Gate A1–A3', [58.4, 25.2, 104, 39.7])
    .clean('Gate A4–A6', [104, 25.2, 149.7, 39.7])
    .point('NAVIGATION', 'Gate A1', 72.6, 36, Math.PI / 2)
    .point('NAVIGATION', 'Gate A6', 145, 36, Math.PI / 2);
}

/** Shops, wash rooms and the cleaners' bay along the south side of the concourse. */
function southSide(draw: FloorDrawing, places: Places, random: Random) {
  const rooms: Rect[] = [
    [58, 2, 74, 12],
    [74, 2, 88, 12],
    [88, 2, 96, 12],
    [110, 0, 132, 12],
    [132, 2, 150, 12],
  ];
  for (const room of rooms) {
    const [x0, y0, x1, y1] = room;
    draw
      .floor(room)
      .walls(room, 0.2)
      .door({ x: (x0 + x1) / 2, y: y1 }, between(random, 3, 5), 'x');
    for (let x = x0 + 1.6; x < x1 - 2.4; x += 3.1) draw.block([x, y0 + 1.8, x + 0.9, y1 - 4]);
  }
  const bay: Rect = [96, 2, 110, 12];
  draw.floor(bay).walls(bay, 0.2).door({ x: 103, y: 12 }, 4, 'x').block([96.2, 7.5, 97.2, 11]);
  places
    .docks({ x: 98, y: 3 }, { x: 1.7, y: 0 }, 6, -Math.PI / 2)
    .point('WATER_REFILL', 'Water point', 109, 5.5, 0)
    .point('WATER_DRAIN', 'Drain', 109, 7, 0)
    .point('DROP', 'Packing point', 109, 9, 0)
    .slow('Cleaners’ bay door', [100.5, 11, 105.5, 13]);
}

/** An airport hall of 150 × 40 m: check-in, security, and a concourse with six gates. */
export function drawAirport(random: Random) {
  const [draw, places] = [new FloorDrawing(150, 40), new Places()];
  checkIn(draw, places, random);
  southSide(draw, places, random);
  security(draw, places);
  concourse(draw, places, random);
  southSideDoors(draw);
  return { grid: draw.grid, elements: places.elements };
}

/** Draws the shop fronts again, with their openings, because the concourse covers their walls. */
function southSideDoors(draw: FloorDrawing) {
  const openings = [66, 81, 92, 103, 121, 141];
  let x = 58;
  for (const middle of openings) {
    draw.wall(
      [
        { x, y: 12 },
        { x: middle - 2, y: 12 },
      ],
      0.2,
    );
    x = middle + 2;
  }
  draw.wall(
    [
      { x, y: 12 },
      { x: 150, y: 12 },
    ],
    0.2,
  );
}
