import { modelOf, wearFactor, type Camera, type RobotModel } from '@sweepline/contract/robot';

/** The figures of a simulated robot: those of the model, and physical values. */
export interface RobotSpec {
  model: string;
  /** Undefined for a plain vehicle, which only drives. */
  cleaner: RobotModel | undefined;
  widthM: number;
  lengthM: number;
  heightM: number;
  cleaningWidthM: number;
  maxSpeedMps: number;
  /** Default speed in m/s. */
  cruiseMps: number;
  batteryWh: number;
  batteryV: number;
  watts: { idle: number; drive: number; parts: number };
  /** Litres per minute at water levels 1, 2 and 3. */
  flowLpm: readonly [number, number, number];
  cameras: readonly Camera[];
}

const physics = {
  J20: {
    cruiseMps: 0.6,
    watts: { idle: 20, drive: 60, parts: 120 },
    flowLpm: [0.03, 0.05, 0.08],
    cameras: ['FRONT', 'DOWN'],
  },
  J30: {
    cruiseMps: 0.7,
    watts: { idle: 30, drive: 110, parts: 260 },
    flowLpm: [0.15, 0.25, 0.4],
    cameras: ['FRONT', 'LEFT', 'RIGHT', 'DOWN'],
  },
  J40: {
    cruiseMps: 0.9,
    watts: { idle: 40, drive: 350, parts: 900 },
    flowLpm: [0.8, 1.4, 2.2],
    cameras: ['FRONT', 'LEFT', 'RIGHT', 'REAR', 'DOWN'],
  },
} as const;

const plain: RobotSpec = {
  model: 'PLAIN',
  cleaner: undefined,
  widthM: 0.6,
  lengthM: 0.8,
  heightM: 0.5,
  cleaningWidthM: 0.5,
  maxSpeedMps: 1.5,
  cruiseMps: 1,
  batteryWh: 960,
  batteryV: 24,
  watts: { idle: 20, drive: 150, parts: 0 },
  flowLpm: [0, 0, 0],
  cameras: [],
};

export const modelNames = [...(Object.keys(physics) as (keyof typeof physics)[]), 'PLAIN'] as const;
export type SimModel = (typeof modelNames)[number];
export const isSimModel = (name: string): name is SimModel =>
  (modelNames as readonly string[]).includes(name);

export function specOf(model: SimModel): RobotSpec {
  const cleaner = modelOf(model);
  if (model === 'PLAIN' || !cleaner) return plain;
  const { widthM, lengthM, heightM, cleaningWidthM, maxSpeedMps, batteryWh, batteryV } = cleaner;
  return {
    model,
    cleaner,
    widthM,
    lengthM,
    heightM,
    cleaningWidthM,
    maxSpeedMps,
    batteryWh,
    batteryV,
    ...physics[model],
  };
}

/** The wear and power factor of a strength. */
export const strengthFactor = (spec: RobotSpec, strength: string) =>
  wearFactor(spec.cleaner?.strengths ?? [], strength);

/** The strength as a level 1–3 of brushes, suction and pump. */
export const strengthLevel = (spec: RobotSpec, strength: string) => {
  const factor = strengthFactor(spec, strength);
  return factor > 1 ? 3 : factor < 1 ? 1 : 2;
};

export const usesWater = (cleaningMode: string) =>
  ['MOP', 'SCRUB', 'SWEEP_MOP', 'SANITIZE', 'POLISH'].includes(cleaningMode);
export const gathersDust = (cleaningMode: string) =>
  ['SWEEP', 'VACUUM', 'SWEEP_MOP', 'DUST_PUSH'].includes(cleaningMode);
