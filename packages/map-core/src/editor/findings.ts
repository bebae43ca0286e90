import { shapesOf, type Elements } from '../elements.ts';
import {
  boxAround,
  boxesTouch,
  boxGrown,
  distance,
  distanceToLine,
  insideBox,
  type Point,
} from '../geometry/geometry.ts';
import { boxOfRaster, OCCUPIED, valueAt, type Grid, type Raster } from '../files/grid.ts';
import { inside, segmentsMeet } from '../geometry/polygon.ts';
import { reachedIn, reachFrom } from '../geometry/reach.ts';
import { shapeFault, type ShapeFault } from '../geometry/shape-rules.ts';
import { hasCorners, placesOf, type Shape, type Spot, type Wall, type Zone } from '../geometry/shapes.ts';

/** Faults of a drawing: of one shape, between shapes, or between a shape and the floor. */
export type FindingCode =
  | ShapeFault
  | 'cutOff'
  | 'noFloor'
  | 'pointInObstacle'
  | 'pointInNoGo'
  | 'pointOnWall'
  | 'wallAcrossDock'
  | 'duplicateName'
  | 'noName'
  | 'duplicateId'
  | 'liftUnknown'
  | 'liftFloorDiffers';

export interface Finding {
  code: FindingCode;
  /** An error prevents publishing; a warning may be intended. */
  severity: 'ERROR' | 'WARNING';
  shapeIds: readonly string[];
  /** Position to show; always finite. */
  at: Point;
}

export const findingSeverity: Record<FindingCode, Finding['severity']> = {
  notFinite: 'ERROR',
  tooFewCorners: 'ERROR',
  tooManyCorners: 'ERROR',
  selfCrossing: 'ERROR',
  tooSmall: 'ERROR',
  outsideMap: 'ERROR',
  duplicateId: 'ERROR',
  noName: 'ERROR',
  wallAcrossDock: 'ERROR',
  cutOff: 'WARNING',
  noFloor: 'WARNING',
  pointInObstacle: 'WARNING',
  pointInNoGo: 'WARNING',
  pointOnWall: 'WARNING',
  duplicateName: 'WARNING',
  liftUnknown: 'WARNING',
  liftFloorDiffers: 'WARNING',
};

/** Free strip in front of a dock, in metres: the robot backs out this far, and has this half width. */
const dock = { aheadM: 0.9, halfWidthM: 0.35 } as const;
/** A wall within this distance of a point is on the point, metres. At a dock it is half the width of the robot that stands there. */
const wallReachM = { point: 0.1, dock: dock.halfWidthM } as const;

/**
 * The findings of a drawing, to review before publishing. With `ground` it also checks the floor, and whether zones can be
 * reached from a charging or docking point around walls and no-go areas. Accepts any geometry and never throws.
 */
export function checkElements(elements: Partial<Elements>, raster: Raster, ground?: Grid): Finding[] {
  const shapes = shapesOf(elements);
  const box = boxOfRaster(raster);
  const findings: Finding[] = [];
  const middle = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
  const add = (code: FindingCode, about: readonly Shape[], at?: Point) => {
    const place = at ?? about.flatMap(placesOf).find((p) => insideBox(p, box)) ?? middle;
    findings.push({ code, severity: findingSeverity[code], shapeIds: about.map(({ id }) => id), at: place });
  };
  const valid = shapes.filter((shape) => {
    const fault = shapeFault(shape, box);
    if (fault) add(fault, [shape]);
    return !fault;
  });
  checkNames(shapes, add);
  const walls = valid.filter((shape) => shape.kind === 'wall');
  const spots = valid.filter((shape) => shape.kind === 'point');
  const zones = valid.filter((shape) => shape.kind === 'zone');
  checkSpots(spots, { walls, zones, ground }, add);
  if (ground) checkReach(zones, walls, spots, ground, add);
  return findings;
}

type Add = (code: FindingCode, about: readonly Shape[], at?: Point) => void;

function checkNames(shapes: readonly Shape[], add: Add) {
  const named = shapes.filter((shape) => shape.kind === 'zone' || shape.kind === 'point');
  for (const shape of named) if (shape.name.trim() === '') add('noName', [shape]);
  for (const same of repeated(named, ({ name }) => spokenName(name))) add('duplicateName', same);
  for (const same of repeated(shapes, ({ id }) => id)) add('duplicateId', same);
}

/** People take names that differ in case, width or blanks for one. Two steps fold letters that grow in capitals, as ß does. */
const spokenName = (name: string) =>
  name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toUpperCase().toLowerCase();

function repeated<S extends Shape>(shapes: readonly S[], keyOf: (shape: S) => string): S[][] {
  const groups = Map.groupBy(shapes, keyOf);
  return [...groups].filter(([key, same]) => key !== '' && same.length > 1).map(([, same]) => same);
}

interface Around {
  walls: readonly Wall[];
  zones: readonly Zone[];
  ground: Grid | undefined;
}

function checkSpots(spots: readonly Spot[], { walls, zones, ground }: Around, add: Add) {
  const noGo = zones.filter(({ type }) => type === 'NO_GO');
  for (const spot of spots) {
    if (ground && valueAt(ground, spot.x, spot.y) === OCCUPIED) add('pointInObstacle', [spot], spot);
    const forbidden = noGo.find(({ points }) => inside(spot, points));
    if (forbidden) add('pointInNoGo', [spot, forbidden], spot);
    const docks = spot.type === 'CHARGING' || spot.type === 'DOCKING';
    const wall = walls.find(({ points }) => docks && crossesDock(spot, points));
    if (wall) add('wallAcrossDock', [wall, spot], spot);
    const reachM = docks ? wallReachM.dock : wallReachM.point;
    const near = walls.find((other) => other !== wall && distanceToLine(spot, other.points) < reachM);
    if (near) add('pointOnWall', [spot, near], spot);
  }
}

/** Whether a wall crosses the strip that a robot needs in front of its dock. */
function crossesDock(spot: Spot, wall: readonly Point[]) {
  const [ahead, side] = [
    { x: Math.cos(spot.theta) * dock.aheadM, y: Math.sin(spot.theta) * dock.aheadM },
    { x: -Math.sin(spot.theta) * dock.halfWidthM, y: Math.cos(spot.theta) * dock.halfWidthM },
  ];
  const strip = [
    { x: spot.x + side.x, y: spot.y + side.y },
    { x: spot.x - side.x, y: spot.y - side.y },
    { x: spot.x - side.x + ahead.x, y: spot.y - side.y + ahead.y },
    { x: spot.x + side.x + ahead.x, y: spot.y + side.y + ahead.y },
  ];
  if (!boxesTouch(boxAround(strip), boxGrown(boxAround(wall), 0))) return false;
  return wall.some(
    (b, i) =>
      inside(b, strip) ||
      (i > 0 && strip.some((c, j) => segmentsMeet(wall[i - 1]!, b, c, strip[(j + 1) % strip.length]!))),
  );
}

function checkReach(
  zones: readonly Zone[],
  walls: readonly Wall[],
  spots: readonly Spot[],
  ground: Grid,
  add: Add,
) {
  const toClean = zones.filter(({ type }) => type === 'CLEAN');
  const bases = spots.filter(({ type }) => type === 'CHARGING' || type === 'DOCKING');
  const starts = bases.length > 0 ? bases : spots.filter(({ type }) => type === 'START');
  const forbidden = zones.filter(({ type }) => type === 'NO_GO');
  const reach = reachFrom(starts, ground, {
    walls: walls.map(({ points }) => points),
    areas: forbidden.map(({ points }) => points),
  });
  for (const zone of toClean) {
    const { open, reached } = reachedIn(reach, zone.points);
    if (open === 0) add('noFloor', [zone]);
    // Without a charger, reachability cannot be computed.
    else if (reached === 0 && starts.length > 0) add('cutOff', [zone, nearestOf(starts, zone)]);
  }
}

const nearestOf = (spots: readonly Spot[], zone: Zone) => {
  const corner = hasCorners(zone) ? zone.points[0]! : { x: 0, y: 0 };
  return spots.reduce((best, spot) => (distance(spot, corner) < distance(best, corner) ? spot : best));
};
