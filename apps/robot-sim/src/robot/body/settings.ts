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

/** The settings that the simulator uses. It only stores and reports the others. */
interface UsedSettings {
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
  /** Idle minutes before sleep; 0 disables sleep. */
  sleepAfterMin: number;
  sleepMinSoc: number;
  blockOnConsumable: boolean;
  timezone: string;
}
export type Settings = UsedSettings & Record<string, unknown>;

/** Values for models without such a setting. */
const fallbackSettings: UsedSettings = {
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

/** The factory settings. */
export const defaultSettings = (spec: RobotSpec): Settings => ({
  ...fallbackSettings,
  maxSpeed: spec.cruiseMps,
  // The table has the types of `UsedSettings`.
  ...(defaultSettingsOf(spec.model) as Partial<UsedSettings>),
});

/** The settings at the first start. A simulated robot does not sleep until it is configured to. */
export const firstSettings = (spec: RobotSpec): Settings => ({ ...defaultSettings(spec), sleepAfterMin: 0 });

const pinHash = (pin: string) => createHash('sha256').update(`screen ${pin}`).digest('hex');

/** Stores only the hash of the PIN. Without a new PIN the old one stays; a lock without a PIN cannot be enabled. */
function lockOf(before: unknown, requested: unknown): Record<string, unknown> | undefined {
  if (!isRecord(requested)) return undefined;
  const oldHash = isRecord(before) ? before['pinHash'] : undefined;
  const hash = typeof requested['pin'] === 'string' ? pinHash(requested['pin']) : oldHash;
  if (requested['enabled'] === true && hash === undefined) return undefined;
  return { enabled: requested['enabled'], ...(hash === undefined ? {} : { pinHash: hash }) };
}

/** Whether this PIN unlocks the robot's screen. */
export function opensScreen({ screenLock }: Settings, pin: string): boolean {
  if (!isRecord(screenLock) || screenLock['enabled'] !== true) return true;
  return screenLock['pinHash'] === pinHash(pin);
}

/** The settings with the requested values, or the name of the first invalid one. */
export function withSettings(
  spec: RobotSpec,
  now: Settings,
  requested: Record<string, unknown>,
): { settings: Settings; fault?: never } | { settings?: never; fault: string } {
  const [fault] = Object.keys(faultsOf(spec.model, requested, algorithmsOf(spec)));
  if (fault !== undefined) return { fault };
  // `faultsOf` has checked every value against the table.
  const settings = withValues(now, withoutSecrets(requested)) as Settings;
  if ('screenLock' in requested) {
    const lock = lockOf(now['screenLock'], requested['screenLock']);
    if (!lock) return { fault: 'screenLock' };
    settings['screenLock'] = lock;
  }
  return { settings };
}

/** The reported settings: those of the model, without write-only values. */
export function reportedSettings(spec: RobotSpec, settings: Settings): Record<string, unknown> {
  const { screenLock } = settings;
  const entries = settingKeysOf(spec.model).map((key) => [key, settings[key]] as const);
  return {
    ...Object.fromEntries(entries),
    ...(isRecord(screenLock) && { screenLock: { enabled: screenLock['enabled'] } }),
    ...(isRecord(settings[algoKey]) && { [algoKey]: settings[algoKey] }),
  };
}

/** Applies new settings. */
export function applySettings(robot: Robot, settings: Settings) {
  robot.settings = settings;
  robot.power.limitTo(settings.chargeLimit);
}
