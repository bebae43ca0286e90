import { refused, type Reading } from './reading.ts';

export type RosMapMode = 'trinary' | 'scale' | 'raw';

/** The validated YAML file of a `map_server` picture. */
export interface RosMapMeta {
  image: string;
  resolution: number;
  originX: number;
  originY: number;
  /** Counterclockwise turn of the picture about its lower-left corner, in radians. */
  yaw: number;
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
  return {
    ok: true,
    value: { image: String(fields.get('image')), resolution, ...origin.value, ...rest.value },
  };
}

/** Whether a map may have its origin here. */
export const isNearOrigin = (x: number, y: number) =>
  Math.abs(x) <= limits.origin && Math.abs(y) <= limits.origin;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

type Origin = Pick<RosMapMeta, 'originX' | 'originY' | 'yaw'>;

function readOrigin(origin: unknown): Reading<Origin, RosMetaFault> {
  if (!Array.isArray(origin) || origin.length < 2 || origin.length > 3 || !origin.every(isNumber)) {
    return refused('notANumber', 'origin');
  }
  const [originX = 0, originY = 0, yaw = 0] = origin;
  if (!isNearOrigin(originX, originY)) return refused('originOutOfRange', `${originX}, ${originY}`);
  return { ok: true, value: { originX, originY, yaw } };
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
