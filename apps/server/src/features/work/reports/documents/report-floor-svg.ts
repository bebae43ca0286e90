import { simplifiedLine, type Box, type MissedPatch, type Point } from '@sweepline/map-core';
import { packPng } from '../../../../platform/files/png.ts';
import { scaleOf, type Painted } from '../report-floor.ts';

interface Marks {
  /** The planned areas, with letters if there are several. */
  areas: readonly { points: readonly Point[]; letter: string }[];
  /** No-go and no-clean areas. */
  closed: readonly (readonly Point[])[];
  missed: readonly MissedPatch[];
  path: readonly Point[];
  /** Formats a length. */
  metres: (value: number) => string;
  /** A font of the document. */
  font: string;
}

const teal = '#0E7C86';
const ink = '#111A1F';
const amber = '#B25E00';
const red = '#B3261E';
const maxNumbers = 20;
/** Maximum deviation of the simplified path in metres: less than a pixel of most pictures. */
const pathToleranceM = 0.04;

const fixed = (value: number) => value.toFixed(1);

/** A painted floor with areas, missed patches and path, as SVG, so that its lines are sharp in print. */
export async function floorSvg({ width, height, rgb }: Painted, box: Box, marks: Marks): Promise<string> {
  const scale = scaleOf(box);
  const at = ({ x, y }: Point) => `${fixed((x - box.minX) * scale)},${fixed((box.maxY - y) * scale)}`;
  const png = await packPng({ width, height, data: rgb, channels: 3 });
  const picture = `<image width="${width}" height="${height}" href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/>`;
  // One point of the printed page in pixels of the picture.
  const pt = Math.max(width, height) / 480;
  const polygons = polygonsOf(marks, at, pt);
  const numbers = marks.missed
    .slice(0, maxNumbers)
    .map(({ box: around }, index) =>
      badge(
        { x: (around.minX + around.maxX) / 2, y: (around.minY + around.maxY) / 2 },
        String(index + 1),
        amber,
      ),
    );
  const letters = marks.areas
    .filter(({ letter }) => letter !== '')
    .map(({ points, letter }) => badge(topLeft(points), letter, teal));
  function badge(place: Point, text: string, colour: string) {
    const [x = '0', y = '0'] = at(place).split(',');
    const label = `<text x="${x}" y="${fixed(Number(y) + 2.6 * pt)}" font-family="${marks.font}" font-size="${fixed(7 * pt)}" text-anchor="middle" fill="#fff">${text}</text>`;
    return `<circle cx="${x}" cy="${y}" r="${fixed(5.5 * pt)}" fill="${colour}"/>${label}`;
  }
  const body = [picture, ...polygons, ...letters, ...numbers, bar({ width, height, scale, pt }, marks)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body.join('')}</svg>`;
}

/** Outlines of the areas, the no-go areas, the path and the missed patches, bottom to top. */
function polygonsOf(
  { areas, closed, path, missed }: Marks,
  at: (point: Point) => string,
  pt: number,
): string[] {
  const polygon = (points: readonly Point[], style: string) =>
    `<polygon points="${points.map(at).join(' ')}" ${style}/>`;
  const line = simplifiedLine(path, pathToleranceM).map(at).join(' ');
  const areaStyle = `fill="none" stroke="${teal}" stroke-width="${fixed(1.2 * pt)}"`;
  const dashes = `stroke-dasharray="${fixed(3 * pt)} ${fixed(2 * pt)}"`;
  const closedStyle = `fill="${red}" fill-opacity="0.12" stroke="${red}" stroke-width="${fixed(pt)}" ${dashes}`;
  const missedStyle = `fill="${amber}" fill-opacity="0.25" stroke="${amber}" stroke-width="${fixed(0.8 * pt)}"`;
  const pathStyle = `fill="none" stroke="${ink}" stroke-opacity="0.45" stroke-width="${fixed(0.45 * pt)}"`;
  return [
    ...areas.map(({ points }) => polygon(points, areaStyle)),
    ...closed.map((points) => polygon(points, closedStyle)),
    ...(path.length > 1 ? [`<polyline points="${line}" ${pathStyle}/>`] : []),
    ...missed.map(({ points }) => polygon(points, missedStyle)),
  ];
}

const topLeft = (points: readonly Point[]): Point =>
  points.reduce((best, point) => (point.y - point.x > best.y - best.x ? point : best));

interface Sizes {
  width: number;
  height: number;
  scale: number;
  pt: number;
}

/** A scale bar with a round number of metres. */
function bar({ width, height, scale, pt }: Sizes, { metres, font }: Marks): string {
  const maxM = (0.25 * width) / scale;
  const length = [100, 50, 20, 10, 5, 2, 1].find((step) => step <= maxM) ?? 0.5;
  const [x, y] = [8 * pt, height - 8 * pt];
  const end = x + length * scale;
  const line = `<path d="M${fixed(x)} ${fixed(y - 3 * pt)}V${fixed(y)}H${fixed(end)}V${fixed(y - 3 * pt)}" fill="none" stroke="${ink}" stroke-width="${fixed(pt)}"/>`;
  return `${line}<text x="${fixed(end + 3 * pt)}" y="${fixed(y)}" font-family="${font}" font-size="${fixed(7 * pt)}" fill="${ink}">${metres(length)}</text>`;
}
