import { settingOf, type SettingField } from './settings.ts';

/** A parameter of a robot's algorithms, as it lists them itself (`xReported.algoCatalogue`). */
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

/** What is wrong with a value: no such key on this model or in this catalogue, outside its range, or not a value of its kind. */
export type SettingFault = 'KEY' | 'RANGE' | 'VALUE';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

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

/** What is written only need not be said again; everything else of an object must be there. */
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
      return typeof value === 'string' && value.length <= 60 && isZone(value) ? undefined : 'VALUE';
    default:
      return typeof value === 'string' && patterns[field.kind].test(value) ? undefined : 'VALUE';
  }
}

/** One algorithm parameter against the catalogue. `null` gives it back to the robot's own default. */
export function faultOfAlgo(
  catalogue: readonly AlgoParameter[],
  key: string,
  value: unknown,
): SettingFault | undefined {
  const known = catalogue.find((it) => it.key === key);
  if (!known) return 'KEY';
  if (value === null) return undefined;
  if (known.type === 'BOOL') return typeof value === 'boolean' ? undefined : 'VALUE';
  if (known.type === 'STRING') return typeof value === 'string' && value.length <= 200 ? undefined : 'VALUE';
  const { min = -1e9, max = 1e9 } = known;
  return faultOfNumber({ kind: 'number', min, max, step: known.type === 'INT' ? 1 : 0.001 }, value);
}

/** All that is wrong with these settings of a model, by key; parameters of algorithms as `algo.<key>`. */
export function faultsOf(
  model: string,
  values: Readonly<Record<string, unknown>>,
  catalogue: readonly AlgoParameter[],
): Record<string, SettingFault> {
  // Entries, because an assignment to `__proto__` would be lost.
  const faults: [key: string, fault: SettingFault][] = [];
  for (const [key, value] of Object.entries(values)) {
    const field = settingOf(model, key);
    if (key === algoKey && isRecord(value))
      for (const [name, one] of Object.entries(value)) {
        const fault = faultOfAlgo(catalogue, name, one);
        if (fault) faults.push([`${algoKey}.${name}`, fault]);
      }
    else {
      const fault = field ? faultOfField(field, value) : 'KEY';
      if (fault) faults.push([key, fault]);
    }
  }
  return Object.fromEntries(faults);
}

/** A document without what is only ever written. */
export function withoutSecrets(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { screenLock } = document;
  if (!isRecord(screenLock) || !('pin' in screenLock)) return { ...document };
  const { pin: _, ...shown } = screenLock;
  return { ...document, screenLock: shown };
}

/** The values put into a document; parameters of algorithms one by one, `null` taking them out. */
export function withValues(
  document: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { [algoKey]: algo, ...rest } = values;
  const next: Record<string, unknown> = { ...document, ...rest };
  // A PIN that is on its way stays when the lock is saved again without one.
  if (isRecord(document['screenLock']) && isRecord(rest['screenLock']))
    next['screenLock'] = { ...document['screenLock'], ...rest['screenLock'] };
  if (!isRecord(algo)) return next;
  const before = isRecord(document[algoKey]) ? document[algoKey] : {};
  const after = Object.entries({ ...before, ...algo }).filter(([, value]) => value !== null);
  return { ...next, [algoKey]: Object.fromEntries(after) };
}

/** Every value of a document by its key, parameters of algorithms as `algo.<key>`. */
export const flatSettings = (document: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(document).flatMap(([key, value]) =>
      key === algoKey && isRecord(value)
        ? Object.entries(value).map(([name, one]) => [`${algoKey}.${name}`, one])
        : [[key, value]],
    ),
  );

/** RFC 8785 as far as JSON made by machines needs it: keys in order of their UTF-16 units, no blanks. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}
