import { isFreeAt, type Grid, type Point, type Pose } from '@sweepline/map-core';
import type { Robot } from '../robot/robot.ts';
import { floorLookOf } from './floor-look.ts';
import type { Colour } from './picture.ts';

/** A thing on the floor that cameras see: an upright plate that always faces the camera. */
export interface Thing extends Point {
  widthM: number;
  heightM: number;
  colour: Colour;
  isPerson?: true;
}

/** What the cameras of a robot see at one moment. */
export interface Scene {
  grid: Grid;
  pose: Pose;
  /** Height of the cameras over the floor. */
  cameraM: number;
  things: readonly Thing[];
  /** The colour of the floor at a place. */
  floorAt: (x: number, y: number) => Colour;
  /** The lens of the front camera is dirty. */
  isDirty: boolean;
}

const personColours: readonly Colour[] = [
  [54, 88, 148],
  [150, 62, 58],
  [66, 112, 70],
];
/** A person walks around a point at this distance. */
const walkM = 1.2;
const stepRadPerS = 0.5;

/** People who walk in circles before the chargers, where the floor is free. */
function peopleAt({ world }: Robot, seconds: number): Thing[] {
  const places = world.elements.points.filter(({ type }) => type === 'CHARGING').slice(0, 3);
  return places.flatMap(({ x, y, theta }, index) => {
    const angle = seconds * stepRadPerS + index * 2;
    const centre = { x: x - Math.cos(theta) * 3, y: y - Math.sin(theta) * 3 };
    const place = { x: centre.x + Math.cos(angle) * walkM, y: centre.y + Math.sin(angle) * walkM };
    if (!isFreeAt(world.grid, place.x, place.y)) return [];
    return [{ ...place, widthM: 0.5, heightM: 1.72, colour: personColours[index % 3]!, isPerson: true }];
  });
}

/** The scene around a robot. */
export function sceneOf(robot: Robot, nowMs: number): Scene {
  const { world, drive, spec, alarms, tools } = robot;
  const docks = world.elements.points
    .filter(({ type }) => type === 'CHARGING')
    .map(({ x, y, theta }): Thing => {
      // A docked robot faces its charger.
      const aheadM = spec.lengthM / 2 + 0.1;
      const place = { x: x + Math.cos(theta) * aheadM, y: y + Math.sin(theta) * aheadM };
      return { ...place, widthM: 0.5, heightM: 0.8, colour: [38, 150, 110] };
    });
  const boxes = (tools.current?.obstacles ?? []).map(({ x, y }): Thing => ({
    x,
    y,
    widthM: 0.4,
    heightM: 0.5,
    colour: [206, 138, 46],
  }));
  return {
    grid: world.grid,
    pose: drive.pose,
    cameraM: spec.heightM * 0.9,
    things: [...docks, ...boxes, ...peopleAt(robot, nowMs / 1000)],
    floorAt: floorLookOf(robot).coloursAt(nowMs),
    isDirty: alarms.has('50201'),
  };
}
