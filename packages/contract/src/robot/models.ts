import { isKeyOf } from '../grammar/lookup.ts';
import type { Capability } from './declared/capability-words.ts';
import { ownManufacturer } from './topics.ts';

/** Cleaning modes of robots; NONE while not cleaning: docs/protocol/telemetry.md#xtelemetry. */
export const cleaningModes = [
  'NONE',
  'SWEEP',
  'MOP',
  'SCRUB',
  'VACUUM',
  'SWEEP_MOP',
  'DUST_PUSH',
  'POLISH',
  'SANITIZE',
] as const;
export type CleaningMode = (typeof cleaningModes)[number];

/** Strengths of the three models; empty while not cleaning: docs/protocol/telemetry.md#models. */
export const strengths = [
  'LEVEL_1',
  'LEVEL_2',
  'ENERGY_SAVING',
  'STANDARD',
  'STRONG',
  'LOW',
  'MEDIUM',
  'HIGH',
] as const;
export type Strength = (typeof strengths)[number];

export interface RobotModel {
  kind: string;
  capabilities: readonly Capability[];
  cleaningModes: readonly CleaningMode[];
  /** Weakest first. */
  strengths: readonly Strength[];
  /** Metres. */
  widthM: number;
  lengthM: number;
  heightM: number;
  cleaningWidthM: number;
  maxSpeedMps: number;
  batteryWh: number;
  /** Nominal, volts, of the 7-, 8- and 24-cell packs. */
  batteryV: number;
  /** Litres; 0 without a tank. */
  cleanTankL: number;
  dirtyTankL: number;
  dustBagL: number;
  consumables: readonly string[];
  /** Station type of its `dock` action. */
  station: 'CHARGER' | 'BASE';
  /** Package formats of updates: robot software, and screen (HMI). */
  upgradeFormats: { robot: 'zip' | 'tar.gz'; hmi: 'apk' };
}

const commonCapabilities = [
  'navigate',
  'clean',
  'pause',
  'charge',
  'place',
  'promote',
  'skip',
  'maps',
  'zones',
  'sleep',
  'locate',
  'telemetry',
  'reports',
  'schedules',
  'dustBag',
  'cleanWater',
  'freeze',
  'drive',
  'reboot',
  'restore',
  'selfCheck',
  'parts',
  'relocate',
  'consumables',
  'settings',
  'ota',
  'logPull',
  'liveLog',
  'files',
  'shell',
  'video',
  'aiCollect',
  'audio',
] as const;

/** Defaults of the models; a robot's factsheet overrides them: docs/protocol/telemetry.md#models. */
export const models = {
  J20: {
    kind: 'compact sweeper, dust-pusher, vacuum',
    capabilities: commonCapabilities,
    cleaningModes: ['SWEEP', 'VACUUM', 'DUST_PUSH', 'MOP'],
    strengths: ['LEVEL_1', 'LEVEL_2'],
    widthM: 0.44,
    lengthM: 0.5,
    heightM: 0.62,
    cleaningWidthM: 0.42,
    maxSpeedMps: 0.8,
    batteryWh: 650,
    batteryV: 25.9,
    cleanTankL: 4,
    dirtyTankL: 0,
    dustBagL: 4,
    consumables: ['sideBrush', 'mainBrush', 'filter', 'mopCloth', 'dustBag'],
    station: 'CHARGER',
    upgradeFormats: { robot: 'zip', hmi: 'apk' },
  },
  J30: {
    kind: 'sweep, vacuum, mop, scrub',
    capabilities: [...commonCapabilities, 'dirtyWater', 'lift', 'baseStation', 'mopWashing'],
    cleaningModes: ['SWEEP', 'VACUUM', 'MOP', 'SCRUB', 'SWEEP_MOP'],
    strengths: ['ENERGY_SAVING', 'STANDARD', 'STRONG'],
    widthM: 0.55,
    lengthM: 0.63,
    heightM: 0.75,
    cleaningWidthM: 0.5,
    maxSpeedMps: 1.0,
    batteryWh: 1300,
    batteryV: 25.6,
    cleanTankL: 15,
    dirtyTankL: 15,
    dustBagL: 2,
    consumables: ['sideBrush', 'mainBrush', 'filter', 'mopRoller', 'squeegee'],
    station: 'BASE',
    upgradeFormats: { robot: 'tar.gz', hmi: 'apk' },
  },
  J40: {
    kind: 'large scrubber-dryer',
    capabilities: [
      ...commonCapabilities.filter((capability) => capability !== 'dustBag'),
      'dirtyWater',
      'detergent',
      'lift',
      'baseStation',
    ],
    cleaningModes: ['SCRUB', 'MOP', 'POLISH'],
    strengths: ['LOW', 'MEDIUM', 'HIGH'],
    widthM: 0.9,
    lengthM: 1.2,
    heightM: 1.2,
    cleaningWidthM: 0.8,
    maxSpeedMps: 1.2,
    batteryWh: 4800,
    batteryV: 76.8,
    cleanTankL: 75,
    dirtyTankL: 55,
    dustBagL: 0,
    consumables: ['discBrush', 'squeegeeFront', 'squeegeeRear', 'filter', 'detergent'],
    station: 'BASE',
    upgradeFormats: { robot: 'zip', hmi: 'apk' },
  },
} as const satisfies Record<string, RobotModel>;
export type ModelName = keyof typeof models;

/** Whether a name is one of the models with defaults. */
export const isModel = (name: string): name is ModelName => isKeyOf(models, name);
/** The defaults of a model; undefined for a third-party vehicle. */
export const modelOf = (name: string): RobotModel | undefined => (isModel(name) ? models[name] : undefined);
/** The model of a device. Serial numbers of `ownManufacturer` start with the model name. */
export function modelOfSerial(manufacturer: string, serialNumber: string): ModelName | 'PLAIN' {
  const prefix = serialNumber.slice(0, 3);
  return manufacturer === ownManufacturer && isModel(prefix) ? prefix : 'PLAIN';
}

/** Whether a serial number of `ownManufacturer` begins with the name of another model. */
export function serialNamesOtherModel(manufacturer: string, serialNumber: string, model: string): boolean {
  const named = modelOfSerial(manufacturer, serialNumber);
  return isModel(named) && named !== model;
}
