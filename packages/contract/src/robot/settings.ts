import { models, type ModelName } from './models.ts';

/** Parts of the settings page, in its order. */
export const settingGroups = [
  'sound',
  'driving',
  'cleaning',
  'energy',
  'water',
  'lift',
  'privacy',
  'network',
] as const;
export type SettingGroup = (typeof settingGroups)[number];
export type SettingUnit = '%' | 'm' | 'm/s' | 'm²' | 's' | 'min' | 'runs' | 'MB' | '°';

/** Kind and range of a setting. `never` is a number below the range that turns the function off. */
export type SettingField =
  | { kind: 'number'; min: number; max: number; step: number; unit?: SettingUnit; never?: number }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'timezone' | 'colour' | 'time' }
  /** 4–6 digits, write-only: the robot stores a hash. See docs/protocol/settings.md#settings. */
  | { kind: 'pin' }
  | { kind: 'object'; parts: Readonly<Record<string, SettingField>> };

/** A setting of one model with its default value. */
export type Setting = SettingField & { default: unknown };
interface SettingRow {
  group: SettingGroup;
  /** A model without an entry has no such setting. */
  of: Partial<Record<ModelName, Setting>>;
}

const allModels = Object.keys(models) as ModelName[];

/** A setting that is equal on all models that have it. */
const on = (group: SettingGroup, only: readonly ModelName[], setting: Setting): SettingRow => ({
  group,
  of: Object.fromEntries(only.map((model) => [model, setting])),
});
const all = (group: SettingGroup, setting: Setting) => on(group, allModels, setting);
const each = (group: SettingGroup, of: (model: ModelName) => Setting): SettingRow => ({
  group,
  of: Object.fromEntries(allModels.map((model) => [model, of(model)])),
});

type Range = readonly [min: number, max: number, step?: number];
const number = ([min, max, step = 1]: Range, unit: SettingUnit | undefined, initial: number): Setting => ({
  kind: 'number',
  min,
  max,
  step,
  ...(unit && { unit }),
  default: initial,
});
const toggle = (initial: boolean): Setting => ({ kind: 'switch', default: initial });
const choice = (options: readonly string[], initial: string): Setting => ({
  kind: 'choice',
  options,
  default: initial,
});
const level = () => number([0, 3], undefined, 2);

const firstSpeed = { J20: 0.6, J30: 0.7, J40: 0.9 } as const;
const firstMode = { J20: 'SWEEP', J30: 'SWEEP_MOP', J40: 'SCRUB' } as const;
const firstStrength = { J20: 'LEVEL_1', J30: 'STANDARD', J40: 'MEDIUM' } as const;
const wet = ['J30', 'J40'] as const;
const dry = ['J20', 'J30'] as const;

/** Settings of the models, the only table of ranges, units and defaults: docs/protocol/settings.md#settings. */
export const settings = {
  volume: all('sound', number([0, 100], '%', 60)),
  language: all('sound', choice(['zh-cn', 'zh-cw', 'en', 'ja', 'ko', 'ge'], 'zh-cn')),
  timezone: all('sound', { kind: 'timezone', default: 'Asia/Shanghai' }),
  nightMode: all('sound', {
    kind: 'object',
    parts: {
      enabled: { kind: 'switch' },
      from: { kind: 'time' },
      to: { kind: 'time' },
      volume: { kind: 'number', min: 0, max: 100, step: 1, unit: '%' },
    },
    default: { enabled: false, from: '22:00', to: '07:00', volume: 20 },
  }),
  screenLock: all('sound', {
    kind: 'object',
    parts: { enabled: { kind: 'switch' }, pin: { kind: 'pin' } },
    default: { enabled: false },
  }),
  headlight: all('sound', toggle(true)),
  ambientLight: all('sound', { kind: 'colour', default: '00A0FF' }),
  maxSpeed: each('driving', (model) =>
    number([0.1, models[model].maxSpeedMps, 0.05], 'm/s', firstSpeed[model]),
  ),
  edgeDistance: all('driving', number([0.02, 0.2, 0.01], 'm', 0.05)),
  overlap: all('driving', number([0, 0.2, 0.01], 'm', 0.05)),
  obstacleMode: all('driving', choice(['STOP', 'BYPASS', 'WAIT_THEN_BYPASS'], 'BYPASS')),
  obstacleWaitS: all('driving', number([1, 120], 's', 10)),
  defaultCleaningMode: each('cleaning', (model) => choice(models[model].cleaningModes, firstMode[model])),
  defaultStrength: each('cleaning', (model) => choice(models[model].strengths, firstStrength[model])),
  mainBrushLevel: all('cleaning', level()),
  sideBrushLevel: on('cleaning', dry, level()),
  suctionLevel: all('cleaning', level()),
  carpetPolicy: on('cleaning', dry, choice(['AVOID', 'SWEEP_ONLY', 'NORMAL'], 'AVOID')),
  dustEmptyEveryRuns: on('cleaning', dry, number([1, 20], 'runs', 3)),
  blockOnConsumable: all('cleaning', toggle(false)),
  lowBatteryReturn: all('energy', number([10, 50], '%', 20)),
  resumeBattery: all('energy', number([50, 100], '%', 80)),
  chargeLimit: all('energy', number([80, 100], '%', 100)),
  sleepAfterMin: all('energy', {
    kind: 'number',
    min: 5,
    max: 240,
    step: 1,
    unit: 'min',
    never: 0,
    default: 30,
  }),
  sleepMinSoc: all('energy', number([10, 50], '%', 30)),
  waterLevel: all('water', level()),
  detergentRatio: on('water', ['J40'], number([0, 5, 0.5], '%', 1)),
  squeegeeAuto: on('water', wet, toggle(true)),
  cleanWaterWarnPct: all('water', number([5, 50], '%', 10)),
  dirtyWaterWarnPct: on('water', wet, number([50, 95], '%', 90)),
  autoReplenish: on('water', wet, toggle(true)),
  mopWashEveryM2: on('water', ['J30'], number([20, 500, 10], 'm²', 150)),
  mopWashMinutes: on('water', ['J30'], number([1, 15], 'min', 4)),
  liftEnabled: on('lift', wet, toggle(true)),
  liftWaitS: on('lift', wet, number([60, 600, 10], 's', 300)),
  videoAllowed: all('privacy', toggle(true)),
  aiCollectAllowed: all('privacy', toggle(false)),
  'network.mobileDataLimitMb': all('network', number([0, 100_000, 100], 'MB', 5000)),
} as const satisfies Record<string, SettingRow>;
export type SettingKey = keyof typeof settings;
export const settingKeys = Object.keys(settings) as SettingKey[];

/** Rotation of the map on screens of the console, in degrees; never sent to the robot. */
export const rotationField = { kind: 'number', min: -180, max: 180, step: 1, unit: '°', default: 0 } as const;

/** The setting of a model; undefined for a key that the model or the table does not have. */
export const settingOf = (model: string, key: string): Setting | undefined => {
  const row: SettingRow | undefined = Object.hasOwn(settings, key) ? settings[key as SettingKey] : undefined;
  return Object.hasOwn(models, model) ? row?.of[model as ModelName] : undefined;
};

/** The keys of a model in table order; empty for a third-party vehicle. */
export const settingKeysOf = (model: string): SettingKey[] =>
  settingKeys.filter((key) => settingOf(model, key) !== undefined);

/** The default values of a model. */
export const defaultSettingsOf = (model: string): Partial<Record<SettingKey, unknown>> =>
  Object.fromEntries(settingKeysOf(model).map((key) => [key, settingOf(model, key)?.default]));
