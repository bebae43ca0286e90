import { between, type Random } from '../random.ts';
import { FloorDrawing, type Rect } from './floor-drawing.ts';
import { Places } from './places.ts';

/** Desks in fours, back to back, with chairs. */
function deskIsland(draw: FloorDrawing, x: number, y: number) {
  draw.block([x, y, x + 3.2, y + 1.6]);
  for (const dx of [0.8, 2.4]) {
    for (const dy of [-0.45, 2.05]) draw.disc({ x: x + dx, y: y + dy }, 0.27);
  }
}

function meetingRoom(draw: FloorDrawing, room: Rect, door: { x: number; y: number }) {
  const [x0, y0, x1, y1] = room;
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  draw
    .floor(room)
    .walls(room, 0.12)
    .door(door, 1.2, 'x')
    .block([cx - 1.3, cy - 0.6, cx + 1.3, cy + 0.6]);
  for (const dx of [-0.9, 0, 0.9]) {
    for (const dy of [-0.95, 0.95]) draw.disc({ x: cx + dx, y: cy + dy }, 0.24);
  }
  draw.block([x0 + 0.1, cy - 0.8, x0 + 0.25, cy + 0.8]);
}

function privateOffice(draw: FloorDrawing, random: Random, room: Rect) {
  const [x0, y0, x1, y1] = room;
  draw
    .floor(room)
    .walls(room, 0.12)
    .door({ x: x1 - 0.9, y: y1 }, 1.1, 'x');
  const desk = y0 + between(random, 1.4, 2.2);
  draw.block([x0 + 0.9, desk, x0 + 2.6, desk + 0.8]).disc({ x: x0 + 1.7, y: desk - 0.4 }, 0.27);
  draw.block([x1 - 0.5, y0 + 0.1, x1 - 0.1, y0 + 2.1]).disc({ x: x0 + 0.45, y: y1 - 0.5 }, 0.25);
}

function openPlan(draw: FloorDrawing, places: Places) {
  draw.floor([0, 14, 20, 28]).walls([0, 14, 20, 28], 0.2);
  draw.door({ x: 4, y: 14 }, 1.6, 'x').door({ x: 16, y: 14 }, 1.6, 'x');
  for (const y of [16.9, 21, 25.1]) for (const x of [1.7, 7, 12.3]) deskIsland(draw, x, y);
  for (const x of [6, 13.5]) draw.disc({ x, y: 20 }, 0.25);
  draw.block([17.6, 26.6, 19.8, 27.8], [19.2, 19, 19.8, 23]);
  places.clean('Open office', [0.2, 14.2, 19.8, 27.8]);
}

function meetingRooms(draw: FloorDrawing, places: Places) {
  for (const [i, name] of ['Meeting room Elbe', 'Meeting room Oder', 'Meeting room Rhine'].entries()) {
    const x = 20 + i * 4.5;
    meetingRoom(draw, [x, 14, x + 4.5, 20], { x: x + 3.4, y: 14 });
    if (i === 0) places.carpet('Meeting room carpet', [x + 0.3, 15, x + 4.2, 19.5]);
    if (i > 0) places.clean(name, [x + 0.1, 14.1, x + 4.4, 19.9]);
  }
  const lounge: Rect = [20, 20, 33.5, 28];
  draw.floor(lounge).walls(lounge, 0.12).door({ x: 33.5, y: 24 }, 1.8, 'y').door({ x: 20, y: 25 }, 1.6, 'y');
  draw.block([21, 21, 24, 21.9], [21, 22.9, 21.9, 25.4], [28, 27, 32, 27.8]);
  draw.disc({ x: 24.6, y: 23.8 }, 0.6).disc({ x: 28.5, y: 22.2 }, 0.5).table({ x: 30.8, y: 23.4 });
  places.clean('Lounge', [20.1, 20.1, 33.4, 27.9]);
}

function kitchen(draw: FloorDrawing, places: Places) {
  const room: Rect = [33.5, 14, 44, 28];
  draw.floor(room).walls(room, 0.2).door({ x: 36, y: 14 }, 2, 'x').door({ x: 33.5, y: 24 }, 1.8, 'y');
  draw.block([43.1, 15, 43.8, 26], [37, 27.1, 42, 27.8], [40.2, 16.5, 41.2, 20.5]);
  for (const x of [35.9, 39]) for (const y of [18.4, 21.6, 24.8]) if (x < 38 || y > 21) draw.table({ x, y });
  places.clean('Cafeteria', [33.7, 14.2, 43.8, 27.8]);
}

function southSide(draw: FloorDrawing, places: Places, random: Random) {
  for (let i = 0; i < 4; i++) privateOffice(draw, random, [i * 4, 4, i * 4 + 4, 11]);
  draw.floor([16, 0, 27, 11]).walls([16, 0, 27, 11], 0.2).door({ x: 21.5, y: 11 }, 5, 'x');
  draw.block([17.2, 5.4, 20.4, 6.2], [17.2, 4.2, 17.9, 6.2], [24.6, 1.2, 25.5, 4.2], [22, 0.9, 24.2, 1.7]);
  draw.disc({ x: 26.4, y: 10.4 }, 0.3).disc({ x: 23.4, y: 3.2 }, 0.45);
  places.clean('Reception', [16.2, 0.2, 26.8, 10.8]);
  const bay: Rect = [27, 4, 34, 11];
  draw.floor(bay).walls(bay, 0.15).door({ x: 29.2, y: 11 }, 2.4, 'x').block([27.1, 4.1, 27.6, 8]);
  places
    .docks({ x: 33, y: 5 }, { x: 0, y: 1.3 }, 4, 0)
    .point('WATER_REFILL', 'Water point', 29, 4.9, -Math.PI / 2)
    .point('WATER_DRAIN', 'Drain', 30.4, 4.9, -Math.PI / 2)
    .point('DROP', 'Packing point', 28.6, 6.8, Math.PI);
  const servers: Rect = [34, 4, 44, 11];
  draw.floor(servers).walls(servers, 0.2).door({ x: 36, y: 11 }, 1.4, 'x');
  draw.rows([37.4, 5.4, 42.6, 6.4], { x: 0, y: 2 }, 3);
  places.noGo('Server room', [34.1, 4.1, 43.9, 11.3]);
}

/** An office floor of 44 × 28 m: open plan, meeting rooms, lounge, cafeteria, private offices off one corridor. */
export function drawOffice(random: Random) {
  const [draw, places] = [new FloorDrawing(44, 28), new Places()];
  draw.floor([0, 11, 44, 14]);
  southSide(draw, places, random);
  openPlan(draw, places);
  meetingRooms(draw, places);
  kitchen(draw, places);
  draw.line(0, 4, 0, 28, 0.25).line(44, 4, 44, 28, 0.25);
  for (const x of [11, 31.5, 41]) draw.disc({ x, y: 13.6 }, 0.22);
  places
    .clean('Corridor', [0.2, 11.1, 43.8, 13.9])
    .slow('Reception entrance', [17.5, 10.3, 25.5, 11.7])
    .point('NAVIGATION', 'Reception desk', 21.8, 6.8, Math.PI)
    .point('NAVIGATION', 'Corridor west', 1.5, 12.5, 0)
    .point('NAVIGATION', 'Cafeteria door', 36, 12.5, Math.PI / 2);
  return { grid: draw.grid, elements: places.elements };
}
