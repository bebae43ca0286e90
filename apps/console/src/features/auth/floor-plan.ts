/** The office floor of the login page, 640 × 800. */

interface Room {
  x: number;
  y: number;
  width: number;
  height: number;
}

const laneGap = 22;

/** Lanes up and down one room, as the robots plan them. */
function lanesOf({ x, y, width, height }: Room, fromRight: boolean): string {
  const rows = Math.floor(height / laneGap);
  const turns = Array.from({ length: rows + 1 }, (_, row) => {
    const at = y + row * laneGap;
    const rightwards = (row % 2 === 0) !== fromRight;
    return rightwards ? `L${x} ${at}L${x + width} ${at}` : `L${x + width} ${at}L${x} ${at}`;
  });
  return turns.join('');
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
  'M230 160h46v46h-46zM150 500h30v30h-30zM250 500h30v30h-30zM350 500h30v30h-30zM450 500h30v30h-30z',
];

export const bays = [
  '230,160 276,160 276,206 230,206',
  '150,500 180,500 180,530 150,530',
  '250,500 280,500 280,530 250,530',
  '350,500 380,500 380,530 350,530',
  '450,500 480,500 480,530 450,530',
];

/** Zones as the console draws them. */
export const zones = [
  '74,74 382,74 382,322 74,322',
  '418,74 566,74 566,322 418,322',
  '74,410 566,410 566,646 74,646',
];
