import { expect, test } from 'vitest';
import { faultOfField, faultsOf, flatSettings, withValues, withoutSecrets } from './setting-checks.ts';
import { defaultSettingsOf, settingKeys, settingKeysOf, settingOf } from './settings.ts';

/** The table in docs/protocol/settings.md#settings: key, minimum, maximum, default, and models that have it. */
const J20 = 1;
const J30 = 2;
const J40 = 4;
const all = J20 | J30 | J40;
const numbers: [key: string, min: number, max: number, initial: number, has: number][] = [
  ['volume', 0, 100, 60, all],
  ['edgeDistance', 0.02, 0.2, 0.05, all],
  ['overlap', 0, 0.2, 0.05, all],
  ['obstacleWaitS', 1, 120, 10, all],
  ['lowBatteryReturn', 10, 50, 20, all],
  ['resumeBattery', 50, 100, 80, all],
  ['chargeLimit', 80, 100, 100, all],
  ['sleepAfterMin', 5, 240, 30, all],
  ['sleepMinSoc', 10, 50, 30, all],
  ['mainBrushLevel', 0, 3, 2, all],
  ['sideBrushLevel', 0, 3, 2, J20 | J30],
  ['suctionLevel', 0, 3, 2, all],
  ['waterLevel', 0, 3, 2, all],
  ['detergentRatio', 0, 5, 1, J40],
  ['cleanWaterWarnPct', 5, 50, 10, all],
  ['dirtyWaterWarnPct', 50, 95, 90, J30 | J40],
  ['mopWashEveryM2', 20, 500, 150, J30],
  ['mopWashMinutes', 1, 15, 4, J30],
  ['dustEmptyEveryRuns', 1, 20, 3, J20 | J30],
  ['liftWaitS', 60, 600, 300, J30 | J40],
  ['network.mobileDataLimitMb', 0, 100_000, 5000, all],
];
const others: [key: string, good: unknown[], bad: unknown[], initial: unknown, has: number][] = [
  ['language', ['zh-cn', 'zh-cw', 'en', 'ja', 'ko', 'ge'], ['de', 1], 'zh-cn', all],
  ['timezone', ['Europe/Berlin'], ['Moon/Sea', 8], 'Asia/Shanghai', all],
  [
    'nightMode',
    [{ enabled: true, from: '22:30', to: '05:00', volume: 0 }],
    [true, { enabled: true }, { enabled: true, from: '24:00', to: '05:00', volume: 0 }],
    { enabled: false, from: '22:00', to: '07:00', volume: 20 },
    all,
  ],
  [
    'screenLock',
    [{ enabled: true, pin: '1234' }, { enabled: true, pin: '123456' }, { enabled: false }],
    [
      { enabled: true, pin: '123' },
      { enabled: true, pin: '1234567' },
      { enabled: true, pin: 'abcd' },
      { pin: '1234' },
    ],
    { enabled: false },
    all,
  ],
  ['obstacleMode', ['STOP', 'BYPASS', 'WAIT_THEN_BYPASS'], ['RAM'], 'BYPASS', all],
  ['headlight', [true, false], [1], true, all],
  ['ambientLight', ['00A0FF', 'ffffff'], ['red', '#00A0FF'], '00A0FF', all],
  ['squeegeeAuto', [true, false], ['on'], true, J30 | J40],
  ['autoReplenish', [true, false], [0], true, J30 | J40],
  ['carpetPolicy', ['AVOID', 'SWEEP_ONLY', 'NORMAL'], ['BURN'], 'AVOID', J20 | J30],
  ['liftEnabled', [true, false], [null], true, J30 | J40],
  ['blockOnConsumable', [true, false], [''], false, all],
  ['videoAllowed', [true, false], [1], true, all],
  ['aiCollectAllowed', [true, false], [1], false, all],
];
const perModel = {
  maxSpeed: { J20: [0.1, 0.8, 0.6], J30: [0.1, 1, 0.7], J40: [0.1, 1.2, 0.9] },
} as const;
const models = [
  ['J20', J20],
  ['J30', J30],
  ['J40', J40],
] as const;
const fits = (model: string, key: string, value: unknown) =>
  faultsOf(model, { [key]: value }, [])[key] === undefined;

test('settingKeys are exactly the keys of the protocol table', () => {
  const named = [...numbers, ...others].map(([key]) => key);
  expect([...settingKeys].sort()).toEqual(
    [...named, 'maxSpeed', 'defaultCleaningMode', 'defaultStrength'].sort(),
  );
});

test.each(numbers)('%s accepts %d to %d and defaults to %d', (key, min, max, initial, has) => {
  for (const [model, bit] of models) {
    expect(settingKeysOf(model).includes(key as never), model).toBe((has & bit) > 0);
    if (!(has & bit)) continue;
    expect([min, max, initial].map((value) => fits(model, key, value))).toEqual([true, true, true]);
    expect([min - 0.01, max + 0.01, String(min), Number.NaN].some((value) => fits(model, key, value))).toBe(
      false,
    );
    expect(settingOf(model, key)?.default).toBe(initial);
  }
});

test.each(others)(
  '%s accepts the values of the protocol table and refuses others',
  (key, good, bad, initial, has) => {
    for (const [model, bit] of models) {
      expect(settingOf(model, key) !== undefined, model).toBe((has & bit) > 0);
      if (!(has & bit)) continue;
      expect(good.filter((value) => !fits(model, key, value))).toEqual([]);
      expect(bad.filter((value) => fits(model, key, value))).toEqual([]);
      expect(settingOf(model, key)?.default).toEqual(initial);
    }
  },
);

test('ranges and defaults of speed, cleaning mode and strength depend on the model', () => {
  for (const [model] of models) {
    const [min, max, initial] = perModel.maxSpeed[model];
    expect([min, max].every((speed) => fits(model, 'maxSpeed', speed))).toBe(true);
    expect(fits(model, 'maxSpeed', max + 0.01)).toBe(false);
    expect(defaultSettingsOf(model).maxSpeed).toBe(initial);
  }
  const first = models.map(([model]) => {
    const { defaultCleaningMode, defaultStrength } = defaultSettingsOf(model);
    return [defaultCleaningMode, defaultStrength];
  });
  expect(first).toEqual([
    ['SWEEP', 'LEVEL_1'],
    ['SWEEP_MOP', 'STANDARD'],
    ['SCRUB', 'MEDIUM'],
  ]);
  expect(fits('J40', 'defaultCleaningMode', 'SWEEP')).toBe(false);
  expect(fits('J20', 'defaultStrength', 'HIGH')).toBe(false);
});

test('the default settings of each model are valid', () => {
  for (const [model] of models) expect(faultsOf(model, defaultSettingsOf(model), [])).toEqual({});
});

test('a field with never accepts that value below its range', () => {
  const field = settingOf('J30', 'sleepAfterMin')!;
  expect([0, 5, 240].map((value) => faultOfField(field, value))).toEqual([undefined, undefined, undefined]);
  expect([1, 4, 241].map((value) => faultOfField(field, value))).toEqual(['RANGE', 'RANGE', 'RANGE']);
});

test('rotation, keys of other models and inherited keys are refused with KEY', () => {
  expect(faultsOf('J30', { rotation: 90 }, [])).toEqual({ rotation: 'KEY' });
  expect(faultsOf('PLAIN', { volume: 10 }, [])).toEqual({ volume: 'KEY' });
  expect(faultsOf('J30', { constructor: 1, __proto__: 2 }, [])).toEqual({ constructor: 'KEY' });
});

test('algorithm parameters are checked against the catalogue of the robot', () => {
  const catalogue = [
    { key: 'a', type: 'INT', min: 1, max: 5 },
    { key: 'b', type: 'BOOL' },
    { key: 'c', type: 'STRING' },
  ];
  const faults = (algo: unknown) => faultsOf('J30', { algo }, catalogue);
  expect(faults({ a: 5, b: false, c: 'x' })).toEqual({});
  expect(faults({ a: null })).toEqual({});
  expect(faults({ a: 6, b: 1, d: 1 })).toEqual({ 'algo.a': 'RANGE', 'algo.b': 'VALUE', 'algo.d': 'KEY' });
  expect(faults('a')).toEqual({ algo: 'KEY' });
});

test('withValues merges by key and keeps a PIN, and withoutSecrets removes it', () => {
  const before = { volume: 1, screenLock: { enabled: true, pin: '1234' }, algo: { a: 1, b: 2 } };
  const next = withValues(before, { volume: 2, screenLock: { enabled: true }, algo: { a: null, c: 3 } });
  expect(next).toEqual({ volume: 2, screenLock: { enabled: true, pin: '1234' }, algo: { b: 2, c: 3 } });
  expect(withoutSecrets(next)['screenLock']).toEqual({ enabled: true });
  expect(flatSettings(next)).toMatchObject({ volume: 2, 'algo.b': 2, 'algo.c': 3 });
});
