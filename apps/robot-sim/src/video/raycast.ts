import { FREE, OCCUPIED, valueAt, type Grid, type Pose } from '@sweepline/map-core';
import { setPixel, type Colour, type Picture } from './picture.ts';
import type { Scene, Thing } from './scene.ts';

const fieldOfView = (80 * Math.PI) / 180;
const farM = 25;
const wallM = 2.6;
/** Objects of a map are as high as a desk where nothing says more. */
const [wallColour, unknownColour]: Colour[] = [
  [188, 190, 196],
  [120, 122, 130],
];
const ceilingColour: Colour = [226, 228, 232];

/** The distance to the first cell that is not free, in steps of half a cell. */
function distanceTo(grid: Grid, { x, y }: Pose, angle: number): { m: number; isWall: boolean } {
  const step = grid.resolution / 2;
  const [dx, dy] = [Math.cos(angle) * step, Math.sin(angle) * step];
  let [px, py] = [x, y];
  for (let m = 0; m < farM; m += step) {
    const value = valueAt(grid, px, py);
    if (value !== FREE) return { m: Math.max(m, 0.05), isWall: value === OCCUPIED };
    px += dx;
    py += dy;
  }
  return { m: farM, isWall: false };
}

const lightAt = (m: number) => Math.max(0.35, 1 - m / 18);

/** Draws what a camera sees that looks along `pose.theta`. */
export function drawView(picture: Picture, scene: Scene, pose: Pose, blursFaces: boolean) {
  const { grid, cameraM, things, floorAt } = scene;
  const { width, height } = picture;
  const focal = width / 2 / Math.tan(fieldOfView / 2);
  const depths = new Float64Array(width);
  for (let column = 0; column < width; column++) {
    const turn = Math.atan((width / 2 - column) / focal);
    const { m, isWall } = distanceTo(grid, pose, pose.theta + turn);
    // Along the axis of the camera, so that straight walls look straight.
    const depth = m * Math.cos(turn);
    depths[column] = depth;
    const top = Math.round(height / 2 - ((wallM - cameraM) / depth) * focal);
    const bottom = Math.round(height / 2 + (cameraM / depth) * focal);
    for (let y = 0; y < height; y++) {
      if (y < top) setPixel(picture, column, y, ceilingColour, 0.92);
      else if (y < bottom) setPixel(picture, column, y, isWall ? wallColour! : unknownColour!, lightAt(m));
      else drawFloor(picture, column, y, { pose, turn, cameraM, focal, floorAt });
    }
  }
  drawThings(picture, things, pose, { depths, focal, cameraM, blursFaces });
}

interface FloorView {
  pose: Pose;
  turn: number;
  cameraM: number;
  focal: number;
  floorAt: Scene['floorAt'];
}

/** The floor with what lies on it. */
function drawFloor(picture: Picture, column: number, y: number, view: FloorView) {
  const { pose, turn, cameraM, focal, floorAt } = view;
  const depth = (cameraM * focal) / Math.max(1, y - picture.height / 2);
  const m = depth / Math.cos(turn);
  const x = pose.x + Math.cos(pose.theta + turn) * m;
  const placeY = pose.y + Math.sin(pose.theta + turn) * m;
  setPixel(picture, column, y, floorAt(x, placeY), lightAt(m));
}

interface ThingView {
  depths: Float64Array;
  focal: number;
  cameraM: number;
  blursFaces: boolean;
}

/** The head is so much of the height of a person. */
const headShare = 0.14;
const [skin, eye]: Colour[] = [
  [214, 176, 148],
  [40, 34, 32],
];

/** The colour of a person: a head with two eyes, which a blurred picture has no more. */
function personAt(across: number, down: number, colour: Colour, blursFaces: boolean): Colour {
  if (down > headShare) return colour;
  const isEye = Math.abs(down - headShare / 2) < 0.012 && Math.abs(Math.abs(across) - 0.25) < 0.09;
  return isEye && !blursFaces ? eye! : skin!;
}

/** Draws things from far to near, where no wall hides them. */
function drawThings(
  picture: Picture,
  things: readonly Thing[],
  { x, y, theta }: Pose,
  { depths, focal, cameraM, blursFaces }: ThingView,
) {
  const { width, height } = picture;
  const seen = things
    .map((thing) => {
      const [dx, dy] = [thing.x - x, thing.y - y];
      const depth = dx * Math.cos(theta) + dy * Math.sin(theta);
      const side = -dx * Math.sin(theta) + dy * Math.cos(theta);
      return { thing, depth, side };
    })
    .filter(({ depth }) => depth > 0.3 && depth < farM)
    .toSorted((a, b) => b.depth - a.depth);
  for (const { thing, depth, side } of seen) {
    const middle = width / 2 - (side / depth) * focal;
    const half = ((thing.widthM / 2) * focal) / depth;
    const top = Math.max(0, Math.round(height / 2 - ((thing.heightM - cameraM) / depth) * focal));
    const bottom = Math.min(height, Math.round(height / 2 + (cameraM / depth) * focal));
    const right = Math.min(width, Math.round(middle + half));
    for (let column = Math.max(0, Math.round(middle - half)); column < right; column++) {
      if (depths[column]! < depth) continue;
      for (let row = top; row < bottom; row++)
        setPixel(
          picture,
          column,
          row,
          thing.isPerson
            ? personAt((column - middle) / half, (row - top) / (bottom - top), thing.colour, blursFaces)
            : thing.colour,
          lightAt(depth) * (row - top < half / 2 ? 1.2 : 1),
        );
    }
  }
}
