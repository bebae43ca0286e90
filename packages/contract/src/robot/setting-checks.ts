import { settingOf, type SettingField } from './settings.ts';
import { isTimeZone } from './time-zones.ts';

/** An algorithm parameter from the robot's own list (`xReported.algoCatalogue`). */
export interface AlgoParameter {
  key: string;
  /** `INT`, `NUMBER`, `BOOL` or `STRING`. */
  type: string;
  min?: number | undefined;
  max?: number | undefined;
  default?: unknown;
  unit?: string | undefined;
}
/** Section of `settings` that holds the algorithm parameters. */
export const algoKey = 'algo';

/** Fault of a value: unknown key for the model or catalogue, outside the range, or wrong kind of value. */
export type SettingFault = 'KEY' | 'RANGE' | 'VALUE';

/** Whether a value is an object and no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const patterns = {
  colour: /^[0-9A-Fa-f]{6}$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  pin: /^\d{4,6}$/,
};

function faultOfNumber(field: Extract<SettingField, { kind: 'number' }>, value: unknown) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'VALUE';
  if (Number.isInteger(field.step) && !Number.isInteger(value)) return 'VALUE';
  return value === field.never || (value >= field.min && value <= field.max) ? undefined : 'RANGE';
}

/** A PIN is write-only and may be omitted; all other parts of an object are required. */
const isOptional = ({ kind }: SettingField) => kind === 'pin';

function faultOfParts(
  parts: Readonly<Record<string, SettingField>>,
  value: unknown,
): SettingFault | undefined {
  if (!isRecord(value)) return 'VALUE';
  if (Object.keys(value).some((key) => !Object.hasOwn(parts, key))) return 'KEY';
  for (const [key, part] of Object.entries(parts)) {
    if (value[key] === undefined && isOptional(part)) continue;
    const fault = faultOfField(part, value[key]);
    if (fault) return fault;
  }
  return undefined;
}

/** The fault of a value for a setting; undefined when it is valid. */
export function faultOfField(field: SettingField, value: unknown): SettingFault | undefined {
  switch (field.kind) {
    case 'number':
      return faultOfNumber(field, value);
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'VALUE';
    case 'choice':
      return typeof value === 'string' && field.options.includes(value) ? undefined : 'VALUE';
    case 'object':
      return faultOfParts(field.parts, value);
    case 'timezone':
      return typeof value === 'string' && isTimeZone(value) ? undefined : 'VALUE';
    default:
      return typeof value === 'string' && patterns[field.kind].test(value) ? undefined : 'VALUE';
  }
}

/** The fault of an algorithm parameter. `null` is valid: it restores the robot's default. */
export function faultOfAlgo(
  catalogue: readonly AlgoParameter[],
  key: string,
  value: unknown,
): SettingFault | undefined {
  const parameter = catalogue.find((entry) => entry.key === key);
  if (!parameter) return 'KEY';
  if (value === null) return undefined;
  if (parameter.type === 'BOOL') return typeof value === 'boolean' ? undefined : 'VALUE';
  if (parameter.type === 'STRING')
    return typeof value === 'string' && value.length <= 200 ? undefined : 'VALUE';
  const { min = -1e9, max = 1e9 } = parameter;
  return faultOfNumber({ kind: 'number', min, max, step: parameter.type === 'INT' ? 1 : 0.001 }, value);
}

/** Faults of settings by key; algorithm parameters as `algo.<key>`. Empty when all are valid. */
export function faultsOf(
  model: string,
  values: Readonly<Record<string, unknown>>,
  catalogue: readonly AlgoParameter[],
): Record<string, SettingFault> {
  // A list of entries, because an assignment to the key `__proto__` would be lost.
  const faults: [key: string, fault: SettingFault][] = [];
  for (const [key, value] of Object.entries(values)) {
    const field = settingOf(model, key);
    if (key === algoKey && isRecord(value))
      for (const [name, parameter] of Object.entries(value)) {
        const fault = faultOfAlgo(catalogue, name, parameter);
        if (fault) faults.push([`${algoKey}.${name}`, fault]);
      }
    else {
      const fault = field ? faultOfField(field, value) : 'KEY';
      if (fault) faults.push([key, fault]);
    }
  }
  return Object.fromEntries(faults);
}

/** A copy of a settings document without write-only values (the PIN). */
export function withoutSecrets(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { screenLock } = document;
  if (!isRecord(screenLock) || !('pin' in screenLock)) return { ...document };
  const { pin: _, ...visible } = screenLock;
  return { ...document, screenLock: visible };
}

/** A copy of a document with values merged in. Algorithm parameters merge by key; `null` removes one. */
export function withValues(
  document: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { [algoKey]: algo, ...rest } = values;
  const next: Record<string, unknown> = { ...document, ...rest };
  // A PIN not yet sent to the robot stays when the lock is saved again without one.
  if (isRecord(document['screenLock']) && isRecord(rest['screenLock']))
    next['screenLock'] = { ...document['screenLock'], ...rest['screenLock'] };
  if (!isRecord(algo)) return next;
  const before = isRecord(document[algoKey]) ? document[algoKey] : {};
  const after = Object.entries({ ...before, ...algo }).filter(([, value]) => value !== null);
  return { ...next, [algoKey]: Object.fromEntries(after) };
}

/** The values of a document by key; algorithm parameters as `algo.<key>`. */
export const flatSettings = (document: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(document).flatMap(([key, value]) =>
      key === algoKey && isRecord(value)
        ? Object.entries(value).map(([name, parameter]) => [`${algoKey}.${name}`, parameter])
        : [[key, value]],
    ),
  );
