import { createHash } from 'node:crypto';
import {
  algoKey,
  defaultSettingsOf,
  faultsOf,
  isRecord,
  settingKeysOf,
  withValues,
  withoutSecrets,
} from '@sweepline/contract/robot';
import { algorithmsOf } from './algorithms.ts';
import type { Robot } from '../robot.ts';
import type { RobotSpec } from '../spec.ts';

/** The settings the simulator acts on (2.24). Others of the catalogue are kept and told back, as a real robot would. */
interface ActedOn {
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
  /** Minutes idle before it sleeps; 0 never. */
  sleepAfterMin: number;
  sleepMinSoc: number;
  blockOnConsumable: boolean;
  timezone: string;
}
export type Settings = ActedOn & Record<string, unknown>;

/** What a robot reckons with where its model has no such setting. */
const otherwise: ActedOn = {
  maxSpeed: 1,
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
  sleepMinSoc: 30,
  blockOnConsumable: false,
  timezone: 'Asia/Shanghai',
};

/** As delivered. */
export const defaultSettings = (spec: RobotSpec): Settings => ({
  ...otherwise,
  maxSpeed: spec.cruiseMps,
  // The table's kinds are those that `ActedOn` names.
  ...(defaultSettingsOf(spec.model) as Partial<ActedOn>),
});

/** A robot that is switched on for the first time. One of a demo stays awake until somebody sets it otherwise. */
export const firstSettings = (spec: RobotSpec): Settings => ({ ...defaultSettings(spec), sleepAfterMin: 0 });

const pinHash = (pin: string) => createHash('sha256').update(`screen ${pin}`).digest('hex');

/** The PIN itself is kept nowhere. Without a new one the old one stays; a lock without any cannot be switched on. */
function lockOf(before: unknown, wanted: unknown): Record<string, unknown> | undefined {
  if (!isRecord(wanted)) return undefined;
  const known = isRecord(before) ? before['pinHash'] : undefined;
  const hash = typeof wanted['pin'] === 'string' ? pinHash(wanted['pin']) : known;
  if (wanted['enabled'] === true && hash === undefined) return undefined;
  return { enabled: wanted['enabled'], ...(hash === undefined ? {} : { pinHash: hash }) };
}

/** Whether this opens the robot's screen. */
export function opensScreen({ screenLock }: Settings, pin: string): boolean {
  if (!isRecord(screenLock) || screenLock['enabled'] !== true) return true;
  return screenLock['pinHash'] === pinHash(pin);
}

/** The settings with these values in them, or the name of the first that cannot be. */
export function withSettings(
  spec: RobotSpec,
  now: Settings,
  wanted: Record<string, unknown>,
): { settings: Settings; fault?: never } | { settings?: never; fault: string } {
  const [fault] = Object.keys(faultsOf(spec.model, wanted, algorithmsOf(spec)));
  if (fault !== undefined) return { fault };
  // Every value was just checked against the table that `Settings` names.
  const settings = withValues(now, withoutSecrets(wanted)) as Settings;
  if ('screenLock' in wanted) {
    const lock = lockOf(now['screenLock'], wanted['screenLock']);
    if (!lock) return { fault: 'screenLock' };
    settings['screenLock'] = lock;
  }
  return { settings };
}

/** What a robot tells of its settings: those of its model, and nothing that is only written. */
export function toldSettings(spec: RobotSpec, settings: Settings): Record<string, unknown> {
  const { screenLock } = settings;
  const shown = settingKeysOf(spec.model).map((key) => [key, settings[key]] as const);
  return {
    ...Object.fromEntries(shown),
    ...(isRecord(screenLock) && { screenLock: { enabled: screenLock['enabled'] } }),
    ...(isRecord(settings[algoKey]) && { [algoKey]: settings[algoKey] }),
  };
}

/** From now on it works by these. */
export function takeSettings(robot: Robot, settings: Settings) {
  robot.settings = settings;
  robot.battery.limitPct = settings.chargeLimit;
}
