import { z } from 'zod';

export const zoneTypes = ['CLEAN', 'NO_GO', 'NO_CLEAN', 'CARPET', 'SLOW'] as const;
export const pointTypes = [
  'START',
  'CHARGING',
  'NAVIGATION',
  'DOCKING',
  'WATER_REFILL',
  'WATER_DRAIN',
  'DROP',
  'SUPPLY',
  'LIFT_CALL',
  'LIFT_ENTRY',
  'LIFT_INSIDE',
  'SLOPE_LOW',
  'SLOPE_HIGH',
  'QR_CODE',
] as const;

export const mapLimits = {
  /** Upload of one picture; a 16,000 × 16,000 PGM exceeds it on purpose. */
  pictureBytes: 128 * 1024 * 1024,
  yamlBytes: 64 * 1024,
  bundleBytes: 64 * 1024 * 1024,
  /** 5,000 points with their links. */
  lifBytes: 8 * 1024 * 1024,
  cells: 64_000_000,
  zoneCorners: 200,
  elements: 5_000,
  nameLength: 60,
} as const;

/** The files of a ROS map. */
export const rosMapUploads = {
  picture: mapLimits.pictureBytes,
  yaml: mapLimits.yamlBytes,
  mask: mapLimits.pictureBytes,
  maskYaml: mapLimits.yamlBytes,
} as const;

/** Metres in the map frame. */
export const mapPlace = z.object({ x: z.number().min(-1e5).max(1e5), y: z.number().min(-1e5).max(1e5) });
/** Radians. The editor writes -π to π; other programs also write 0 to 2π. */
const heading = z
  .number()
  .min(-2 * Math.PI)
  .max(2 * Math.PI);
export const elementId = z.string().min(1).max(64);
const zoneName = z.string().trim().min(1).max(mapLimits.nameLength);
const zoneCorners = z.array(mapPlace).min(3).max(mapLimits.zoneCorners);
const line = z.object({ id: elementId, points: z.array(mapPlace).min(2).max(mapLimits.zoneCorners) });

export const zone = z.object({
  id: elementId,
  type: z.enum(zoneTypes),
  name: zoneName,
  points: zoneCorners,
});
export type Zone = z.infer<typeof zone>;
/** A line that robots do not cross. */
export const mapWall = line;
/** A line a robot cleans along. */
export const mapSegment = line;
/** A line robots cross slowly. */
export const mapBump = line;
export const mapSlope = z.object({ id: elementId, low: mapPlace, high: mapPlace });
export const mapPoint = z.object({
  id: elementId,
  type: z.enum(pointTypes),
  name: z.string().max(mapLimits.nameLength),
  ...mapPlace.shape,
  theta: heading,
  /** Elevator points only: the floor they lead to, and the elevator. */
  floor: z.string().max(40).optional(),
  liftId: z.string().max(64).optional(),
});

/** The elements of a map. Maps stored before a kind of element existed have an empty list of it. */
export const mapElements = z.object({
  zones: z.array(zone),
  walls: z.array(mapWall),
  points: z.array(mapPoint),
  segments: z.array(mapSegment),
  slopes: z.array(mapSlope),
  bumps: z.array(mapBump),
});
export type MapElements = z.infer<typeof mapElements>;

/** The elements of an empty map. */
export const noElements: Readonly<MapElements> = {
  zones: [],
  walls: [],
  points: [],
  segments: [],
  slopes: [],
  bumps: [],
};
