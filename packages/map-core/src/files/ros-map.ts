import { FREE, OCCUPIED, UNKNOWN, type Grid } from './grid.ts';
import { sizeFault, type Picture, type SizeFault } from './pgm.ts';
import { refused, type Reading } from './reading.ts';

export type RosMapMode = 'trinary' | 'scale' | 'raw';

/** The validated YAML file of a `map_server` picture. */
export interface RosMapMeta {
  image: string;
  resolution: number;
  originX: number;
  originY: number;
  negate: boolean;
  occupiedThreshold: number;
  freeThreshold: number;
  mode: RosMapMode;
}

export type RosMetaFault =
  | 'notAMapping'
  | 'missing'
  | 'notANumber'
  | 'resolutionOutOfRange'
  | 'originOutOfRange'
  | 'turnedOrigin'
  | 'thresholdOutOfRange'
  | 'thresholdsCrossed'
  | 'unknownMode'
  | 'badNegate';

const limits = { resolution: [0.005, 1], origin: 100_000 } as const;
const modes: readonly RosMapMode[] = ['trinary', 'scale', 'raw'];

/** Validates the parsed YAML of a map. Thresholds and mode have the defaults of nav2's `map_server`. */
export function rosMapMeta(yaml: unknown): Reading<RosMapMeta, RosMetaFault> {
  if (typeof yaml !== 'object' || yaml === null || Array.isArray(yaml))
    return refused('notAMapping', typeof yaml);
  const fields = new Map<string, unknown>(Object.entries(yaml));
  for (const name of ['image', 'resolution', 'origin'])
    if (fields.get(name) == null) return refused('missing', name);
  const origin = readOrigin(fields.get('origin'));
  if (!origin.ok) return origin;
  const resolution = fields.get('resolution');
  if (!isNumber(resolution)) return refused('notANumber', 'resolution');
  if (resolution < limits.resolution[0] || resolution > limits.resolution[1]) {
    return refused('resolutionOutOfRange', `${resolution} is not within ${limits.resolution.join('–')}`);
  }
  const rest = readPixelRules(fields);
  if (!rest.ok) return rest;
  const [originX, originY] = origin.value;
  return {
    ok: true,
    value: { image: String(fields.get('image')), resolution, originX, originY, ...rest.value },
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function readOrigin(origin: unknown): Reading<[number, number], RosMetaFault> {
  if (!Array.isArray(origin) || origin.length < 2 || origin.length > 3 || !origin.every(isNumber)) {
    return refused('notANumber', 'origin');
  }
  const [x = 0, y = 0, yaw = 0] = origin;
  if (Math.abs(x) > limits.origin || Math.abs(y) > limits.origin)
    return refused('originOutOfRange', `${x}, ${y}`);
  // A rotated grid is not supported, because rows must have equal y.
  if (Math.abs(yaw) > 1e-6) return refused('turnedOrigin', `yaw ${yaw}`);
  return { ok: true, value: [x, y] };
}

type PixelRules = Pick<RosMapMeta, 'negate' | 'occupiedThreshold' | 'freeThreshold' | 'mode'>;

function readPixelRules(fields: ReadonlyMap<string, unknown>): Reading<PixelRules, RosMetaFault> {
  const [occupiedThreshold, freeThreshold] = [
    fields.get('occupied_thresh') ?? 0.65,
    fields.get('free_thresh') ?? 0.25,
  ];
  if (!isNumber(occupiedThreshold)) return refused('notANumber', 'occupied_thresh');
  if (!isNumber(freeThreshold)) return refused('notANumber', 'free_thresh');
  for (const threshold of [occupiedThreshold, freeThreshold]) {
    if (threshold < 0 || threshold > 1)
      return refused('thresholdOutOfRange', `${threshold} is not within 0–1`);
  }
  if (freeThreshold >= occupiedThreshold)
    return refused('thresholdsCrossed', `${freeThreshold}, ${occupiedThreshold}`);
  const negate = readNegate(fields.get('negate') ?? 0);
  if (negate === undefined) return refused('badNegate', 'neither 0 nor 1');
  const value = fields.get('mode') ?? 'trinary';
  const mode = modes.find((name) => name === value);
  if (!mode) return refused('unknownMode', typeof value === 'string' ? value.slice(0, 40) : typeof value);
  return { ok: true, value: { negate, occupiedThreshold, freeThreshold, mode } };
}

const readNegate = (value: unknown) =>
  value === 1 || value === true ? true : value === 0 || value === false ? false : undefined;

/** `map_server` writes only these greys: occupied, free, unknown. Picture editors change 254 to 255. */
const savedGreys = new Set([OCCUPIED, FREE, UNKNOWN, 255]);

/**
 * The grid of a ROS map by the rules of nav2's `map_server`, with one deviation. In a picture with only the greys of
 * `map_server`, 205 stays unknown in trinary mode for every `free_thresh`. Map savers write a threshold of 0.25, which would
 * turn unmapped space into free floor that robots are sent to clean.
 */
export function rosMap(meta: RosMapMeta, picture: Picture): Reading<Grid, SizeFault | 'truncated'> {
  const { width, height, pixels } = picture;
  const fault = sizeFault(width, height);
  if (fault) return refused(fault, `${width} × ${height} pixels`);
  if (pixels.length !== width * height)
    return refused('truncated', `${pixels.length} of ${width * height} pixels`);
  const values = cellValues(meta, pixels);
  const cells = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i++) cells[i] = values[pixels[i]!]!;
  const { resolution, originX, originY } = meta;
  return { ok: true, value: { width, height, resolution, originX, originY, cells } };
}

/** The cell value for each of the 256 greys. */
function cellValues(meta: RosMapMeta, pixels: Uint8Array): Uint8Array {
  const values = Uint8Array.from({ length: 256 }, (_, grey) => cellValue(meta, grey));
  if (meta.mode === 'trinary' && !meta.negate && isSavedByMapServer(pixels)) values[UNKNOWN] = UNKNOWN;
  return values;
}

const isSavedByMapServer = (pixels: Uint8Array) => pixels.every((grey) => savedGreys.has(grey));

function cellValue({ mode, negate, occupiedThreshold, freeThreshold }: RosMapMeta, grey: number) {
  // Raw pictures contain the occupancy in percent; values above 100 mean unknown.
  if (mode === 'raw' && grey > 100) return UNKNOWN;
  const occupancy = mode === 'raw' ? grey / 100 : (negate ? grey : 255 - grey) / 255;
  if (occupancy >= occupiedThreshold) return OCCUPIED;
  return occupancy <= freeThreshold ? FREE : UNKNOWN;
}
