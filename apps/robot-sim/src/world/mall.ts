import { FREE, OCCUPIED, type Point } from '@sweepline/map-core';
import { between, type Random } from '../random.ts';
import { FloorDrawing, ring, type Rect } from './floor-drawing.ts';
import { Places } from './places.ts';

const centre: Point = { x: 60, y: 40 };

type Front = 'top' | 'bottom' | 'left' | 'right';

/** Shop units side by side along a street, each with a glass front towards it and an open entrance in the glass. */
function shopRow(draw: FloorDrawing, random: Random, [x0, y0, x1, y1]: Rect, front: Front) {
  const upright = front === 'left' || front === 'right';
  const [from, to] = upright ? [y0, y1] : [x0, x1];
  for (let at = from; at < to - 0.1;) {
    const width = between(random, 7, 12);
    const end = to - at - width < 7 ? to : at + width;
    shop(draw, random, upright ? [x0, at, x1, end] : [at, y0, end, y1], front);
    at = end;
  }
}

/** `side` runs along the front, `deep` away from it; both in metres from the front left corner of the unit. */
function shop(draw: FloorDrawing, random: Random, unit: Rect, front: Front) {
  const [x0, y0, x1, y1] = unit;
  const upright = front === 'left' || front === 'right';
  const [wide, long] = upright ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
  const block = (side0: number, deep0: number, side1: number, deep1: number) => {
    if (front === 'top') draw.block([x0 + side0, y1 - deep1, x0 + side1, y1 - deep0]);
    if (front === 'bottom') draw.block([x0 + side0, y0 + deep0, x0 + side1, y0 + deep1]);
    if (front === 'left') draw.block([x0 + deep0, y0 + side0, x0 + deep1, y0 + side1]);
    if (front === 'right') draw.block([x1 - deep1, y0 + side0, x1 - deep0, y0 + side1]);
  };
  draw.floor(unit).walls(unit, 0.15);
  const [entrance, width] = [between(random, 2.2, wide - 2.2), between(random, 2.2, 3.4)];
  if (upright) draw.door({ x: front === 'left' ? x0 : x1, y: y0 + entrance }, width, 'y');
  else draw.door({ x: x0 + entrance, y: front === 'top' ? y1 : y0 }, width, 'x');
  const aisle = between(random, 1.9, 2.4);
  // The first 3.5 m behind the entrance stay open; shelves stand behind them, the till at a side wall.
  for (let side = 1.7; side + 0.8 < wide - 1.2; side += 0.8 + aisle) block(side, 3.5, side + 0.8, long - 2.2);
  const till = random() < 0.5 ? 0.1 : wide - 0.8;
  block(till, 0.9, till + 0.7, 2.7);
}

function atrium(draw: FloorDrawing, places: Places) {
  draw.polygon(ring(centre, 17.2, 8), OCCUPIED).polygon(ring(centre, 17, 8), FREE);
  draw.floor([20, 34, 100, 46], [54, 0, 66, 80]);
  draw.disc(centre, 3).disc(centre, 2.6, FREE).disc(centre, 1.1);
  for (const corner of ring(centre, 12.6, 8)) draw.disc(corner, 0.45);
  for (const side of [-1, 1]) {
    const x = centre.x + side * 8.5;
    draw.block([x - 1.3, 35.5, x - 0.1, 44.5], [x + 0.1, 35.5, x + 1.3, 44.5]);
    for (const bench of [-1, 1]) {
      draw.block([
        centre.x + side * 4 - 0.9,
        centre.y + bench * 8 - 0.25,
        centre.x + side * 4 + 0.9,
        centre.y + bench * 8 + 0.25,
      ]);
    }
    places.noGo(side < 0 ? 'Escalators west' : 'Escalators east', [x - 1.5, 35.3, x + 1.5, 44.7]);
  }
  places.noGo('Fountain', ring(centre, 3.2, 12));
}

function streets(draw: FloorDrawing, random: Random) {
  for (const x of [24, 30, 36, 42, 78, 84, 90]) {
    for (const y of [35, 45]) draw.disc({ x, y }, 0.35);
    if (random() < 0.7) draw.block([x + 2, 39.7, x + 3.8, 40.3]);
    else draw.disc({ x: x + 3, y: 40 }, 0.6);
  }
  for (const y of [6, 12, 19, 62, 68, 74]) {
    for (const x of [55, 65]) draw.disc({ x, y }, 0.35);
    draw.disc({ x: centre.x, y: y + 1 }, between(random, 0.4, 0.7));
  }
}

/** The department store at the west end: racks in blocks with wide aisles, a till island, fitting rooms. */
function departmentStore(draw: FloorDrawing) {
  draw.floor([0, 14, 20, 66]).walls([0, 14, 20, 66], 0.3).door({ x: 20, y: 40 }, 8, 'y', 0.8);
  for (const y of [17.5, 24, 52, 58.5]) draw.rows([2.5, y, 5.5, y + 3.6], { x: 5.2, y: 0 }, 3);
  draw.rows([2, 32, 6, 33.2], { x: 0, y: 3.4 }, 6);
  draw.block([10.5, 38.4, 13.5, 41.6]);
  for (let y = 15; y < 20; y += 1.6) draw.line(17.2, y + 1.6, 20, y + 1.6, 0.1);
}

function foodCourt(draw: FloorDrawing, random: Random) {
  draw.floor([100, 20, 120, 60]).walls([100, 20, 120, 60], 0.3).door({ x: 100, y: 40 }, 11, 'y', 0.8);
  for (let y = 23; y < 58; y += 5) {
    draw.block([116.2, y - 1.9, 116.9, y + 1.9]).line(116.5, y + 2.5, 120, y + 2.5, 0.12);
  }
  draw.line(116.5, 20.5, 120, 20.5, 0.12);
  for (let x = 103; x < 114; x += 3.2) {
    for (let y = 23; y < 58; y += 3.4) if (random() < 0.85 && Math.abs(y - 40) > 2) draw.table({ x, y });
  }
}

/** The cleaners' bay on the south arcade: chargers at the back wall, with the water point beside them. */
function cleanersBay(draw: FloorDrawing, places: Places) {
  draw.floor([44, 12, 54, 21]).walls([44, 12, 54, 21], 0.2).door({ x: 54, y: 16.5 }, 4, 'y');
  draw.block([44.3, 19.6, 47, 20.8]);
  places
    .docks({ x: 45.2, y: 13 }, { x: 1.5, y: 0 }, 6, -Math.PI / 2)
    .point('WATER_REFILL', 'Water point', 48, 19.9, Math.PI / 2)
    .point('WATER_DRAIN', 'Drain', 49.6, 19.9, Math.PI / 2)
    .point('DROP', 'Packing point', 51.4, 19.9, Math.PI / 2);
}

/** A shopping mall of 120 × 80 m: two streets of shops crossing in an atrium, a department store and a food court. */
export function drawMall(random: Random) {
  const [draw, places] = [new FloorDrawing(120, 80), new Places()];
  atrium(draw, places);
  for (const [x0, x1] of [
    [20, 44],
    [76, 100],
  ] as const) {
    shopRow(draw, random, [x0, 46, x1, 62], 'bottom');
    shopRow(draw, random, [x0, 18, x1, 34], 'top');
  }
  for (const [y0, y1] of [
    [0, 22],
    [58, 80],
  ] as const) {
    shopRow(draw, random, [66, y0, 76, y1], 'left');
    if (y0 > 0) shopRow(draw, random, [44, y0, 54, y1], 'right');
  }
  draw.line(54, 0, 54, 12, 0.2).line(54, 21, 54, 24.6, 0.2).line(66, 22, 66, 24.6, 0.2);
  for (const x of [54, 66]) draw.line(x, 55.4, x, 58, 0.2);
  // Posts where the streets meet the atrium close its corners.
  for (const x of [44, 76]) draw.disc({ x, y: 34 }, 0.2).disc({ x, y: 46 }, 0.2);
  streets(draw, random);
  draw.line(54, 0, 66, 0, 0.3).line(54, 80, 66, 80, 0.3);
  draw.block([57, 2.4, 57.2, 4.6], [62.8, 2.4, 63, 4.6]);
  departmentStore(draw);
  foodCourt(draw, random);
  cleanersBay(draw, places);
  places
    .clean('Atrium', ring(centre, 16.6, 8))
    .clean('Main street west', [20.3, 34.2, 43.5, 45.8])
    .clean('Main street east', [76.5, 34.2, 99.7, 45.8])
    .clean('Arcade north', [54.2, 57, 65.8, 79.7])
    .clean('Arcade south', [54.2, 0.3, 65.8, 23])
    .clean('Food court', [100.3, 20.3, 116, 59.7])
    .clean('Department store', [0.3, 14.3, 19.7, 65.7])
    .slow('Main entrance', [54.5, 0.3, 65.5, 5])
    .point('NAVIGATION', 'Information desk', 60, 50, 0)
    .point('NAVIGATION', 'South entrance', 57.5, 8, Math.PI / 2)
    .point('NAVIGATION', 'Food court entrance', 98, 38, 0);
  return { grid: draw.grid, elements: places.elements };
}
