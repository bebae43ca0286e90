import type { Camera } from '@sweepline/contract/robot';
import { FREE, OCCUPIED, valueAt, type Pose } from '@sweepline/map-core';
import sharp from 'sharp';
import { createPicture, mixPixel, setPixel, type Colour, type Picture } from './picture.ts';
import { drawView } from './raycast.ts';
import type { Scene } from './scene.ts';
import { stamp } from './stamp.ts';

/** The direction of a camera relative to the robot. */
const turns: Record<Exclude<Camera, 'DOWN'>, number> = {
  FRONT: 0,
  LEFT: Math.PI / 2,
  REAR: Math.PI,
  RIGHT: -Math.PI / 2,
};

/** The width of the floor that the camera below the robot sees. */
const downM = 1.2;
const [wall, unknown]: Colour[] = [
  [70, 72, 80],
  [100, 102, 108],
];

/** The floor under the robot, seen from above; up in the picture is ahead. */
function drawDown(picture: Picture, { grid, floorAt }: Scene, { x, y, theta }: Pose) {
  const perPixel = downM / picture.width;
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
  for (let row = 0; row < picture.height; row++)
    for (let column = 0; column < picture.width; column++) {
      const ahead = (picture.height / 2 - row) * perPixel;
      const left = (picture.width / 2 - column) * perPixel;
      const [px, py] = [x + cos * ahead - sin * left, y + sin * ahead + cos * left];
      const value = valueAt(grid, px, py);
      const colour = value === FREE ? floorAt(px, py) : value === OCCUPIED ? wall! : unknown!;
      setPixel(picture, column, row, colour);
    }
}

/** Where dirt is on the lens, as parts of the picture's width and height, with its radius. */
const spots = [
  [0.3, 0.45, 0.16],
  [0.62, 0.6, 0.22],
  [0.8, 0.3, 0.1],
  [0.15, 0.8, 0.14],
  [0.5, 0.25, 0.08],
] as const;
const dirtColour: Colour = [74, 58, 38];

function drawDirt(picture: Picture) {
  const { width, height } = picture;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [left, top, radius] of spots) {
        const distance = Math.hypot(x / width - left, (y / height - top) * (height / width)) / radius;
        if (distance < 1) mixPixel(picture, x, y, dirtColour, Math.min(0.85, 1.4 * (1 - distance)));
      }
}

const rounded = (value: number) => value.toFixed(2);

/** Draws the picture of a camera at a moment, with time and pose written into it. */
export function drawCamera(scene: Scene, camera: Camera, width: number, capturedMs: number): Picture {
  const { pose } = scene;
  const picture = drawPlain(scene, camera, width);
  const time = new Date(capturedMs).toISOString().replace('T', ' ').slice(0, 23);
  stamp(picture, `${time} ${camera} X ${rounded(pose.x)} Y ${rounded(pose.y)} T ${rounded(pose.theta)}`);
  return picture;
}

/** Draws what a camera sees, without anything written into it. `blursFaces` makes the faces of people unrecognisable. */
export function drawPlain(scene: Scene, camera: Camera, width: number, blursFaces = false): Picture {
  const picture = createPicture(width, (width * 9) / 16);
  const { pose } = scene;
  if (camera === 'DOWN') drawDown(picture, scene, pose);
  else drawView(picture, scene, { ...pose, theta: pose.theta + turns[camera] }, blursFaces);
  if (scene.isDirty && camera === 'FRONT') drawDirt(picture);
  return picture;
}

export const encodeJpeg = ({ data, width, height }: Picture, quality: number): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
