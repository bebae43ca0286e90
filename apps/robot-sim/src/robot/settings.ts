import type { RobotSpec } from './spec.ts';

/** The settings the simulator acts on (2.24). Others of the catalogue are kept and told back, as a real robot would. */
export interface Settings {
  maxSpeed: number;
  overlap: number;
  lowBatteryReturn: number;
  resumeBattery: number;
  chargeLimit: number;
  waterLevel: number;
  autoReplenish: boolean;
  mopWashEveryM2: number;
  mopWashMinutes: number;
  dirtyWaterWarnPct: number;
  cleanWaterWarnPct: number;
  /** Minutes idle before it sleeps; 0 never. A demo robot stays awake until somebody sets it. */
  sleepAfterMin: number;
  blockOnConsumable: boolean;
}

export const defaultSettings = (spec: RobotSpec): Settings => ({
  maxSpeed: spec.cruiseMps,
  overlap: 0.05,
  lowBatteryReturn: 20,
  resumeBattery: 80,
  chargeLimit: 100,
  waterLevel: 2,
  autoReplenish: true,
  mopWashEveryM2: 150,
  mopWashMinutes: 4,
  dirtyWaterWarnPct: 90,
  cleanWaterWarnPct: 10,
  sleepAfterMin: 0,
  blockOnConsumable: false,
});

const ranges: Partial<Record<keyof Settings, readonly [number, number]>> = {
  overlap: [0, 0.2],
  lowBatteryReturn: [10, 50],
  resumeBattery: [50, 100],
  chargeLimit: [80, 100],
  waterLevel: [0, 3],
  mopWashEveryM2: [20, 500],
  mopWashMinutes: [1, 15],
  dirtyWaterWarnPct: [50, 95],
  cleanWaterWarnPct: [5, 50],
  sleepAfterMin: [0, 240],
};

const kept = [
  'volume',
  'language',
  'timezone',
  'nightMode',
  'screenLock',
  'defaultCleaningMode',
  'defaultStrength',
  'edgeDistance',
  'obstacleMode',
  'obstacleWaitS',
  'sleepMinSoc',
  'headlight',
  'ambientLight',
  'mainBrushLevel',
  'sideBrushLevel',
  'suctionLevel',
  'detergentRatio',
  'squeegeeAuto',
  'dustEmptyEveryRuns',
  'carpetPolicy',
  'liftEnabled',
  'liftWaitS',
  'videoAllowed',
  'aiCollectAllowed',
  'network.mobileDataLimitMb',
  'algo',
];

/** The settings with these values in them, or the name of the first that cannot be. */
export function withSettings(spec: RobotSpec, now: Settings, wanted: Record<string, unknown>) {
  const next: Record<string, unknown> = { ...now };
  for (const [key, value] of Object.entries(wanted)) {
    if (kept.includes(key)) continue;
    if (!(key in now) || typeof value !== typeof next[key]) return { fault: key };
    const range = key === 'maxSpeed' ? [0.1, spec.maxSpeedMps] : ranges[key as keyof Settings];
    if (range && (Number(value) < range[0]! || Number(value) > range[1]!)) return { fault: key };
    next[key] = value;
  }
  // Every key is one of Settings and has its type: both were just checked against the settings there were.
  return { settings: next as unknown as Settings };
}
