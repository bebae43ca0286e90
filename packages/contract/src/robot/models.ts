import { isKeyOf } from '../grammar/lookup.ts';
import { ownManufacturer } from './topics.ts';

/** What robots can clean with; NONE while it is not cleaning (2.4). */
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

/** Three vocabularies, one per model; empty while it is not cleaning (2.5). */
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

/** What a page, a call or the simulator may ask of a device before it offers or does something. */
export type Capability =
  | 'navigate'
  | 'clean'
  | 'pause'
  | 'charge'
  | 'locate'
  | 'zones'
  | 'telemetry'
  | 'reports'
  | 'cleanWater'
  | 'dirtyWater'
  | 'dustBag'
  | 'detergent'
  | 'elevator'
  | 'baseStation'
  | 'mopWashing'
  | 'sleep'
  | 'freeze'
  | 'teleop'
  | 'reboot'
  | 'selfCheck'
  | 'relocate'
  | 'consumables'
  | 'settings';

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
  /** Litres; 0 where there is no tank. */
  cleanTankL: number;
  dirtyTankL: number;
  dustBagL: number;
  consumables: readonly string[];
  /** Station type of its `dock` action. */
  station: 'CHARGER' | 'BASE';
  /** Package formats it takes: whole system or robot software, and the screen. */
  upgradeFormats: { robot: 'zip' | 'tar.gz'; hmi: 'apk' };
}

const ours = [
  'navigate',
  'clean',
  'pause',
  'charge',
  'locate',
  'zones',
  'telemetry',
  'reports',
  'dustBag',
  'cleanWater',
  'sleep',
  'freeze',
  'teleop',
  'reboot',
  'selfCheck',
  'relocate',
  'consumables',
  'settings',
] as const;

/** Defaults of our models (2.5); a robot's own factsheet wins. */
export const models = {
  J20: {
    kind: 'compact sweeper, dust-pusher, vacuum',
    capabilities: ours,
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
    capabilities: [...ours, 'dirtyWater', 'elevator', 'baseStation', 'mopWashing'],
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
      ...ours.filter((it) => it !== 'dustBag'),
      'dirtyWater',
      'detergent',
      'elevator',
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

/** A third-party vehicle drives; what else it can, its factsheet says. */
const plain: readonly Capability[] = ['navigate', 'pause', 'charge'];

export const isModel = (name: string): name is ModelName => isKeyOf(models, name);
/** Undefined for a third-party vehicle. */
export const modelOf = (name: string): RobotModel | undefined => (isModel(name) ? models[name] : undefined);
export const capabilitiesOf = (model: string): readonly Capability[] => modelOf(model)?.capabilities ?? plain;
/** Whether a device of this model offers something. Pages and handlers ask this, never for a model's name. */
export const can = (model: string, capability: Capability) => capabilitiesOf(model).includes(capability);

/** What a serial number says its device is: ours begin with the model. */
export function modelOfSerial(manufacturer: string, serialNumber: string): ModelName | 'PLAIN' {
  const prefix = serialNumber.slice(0, 3);
  return manufacturer === ownManufacturer && isModel(prefix) ? prefix : 'PLAIN';
}
