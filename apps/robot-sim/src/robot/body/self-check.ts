import {
  selfCheckItems,
  type AlarmCode,
  type SelfCheckItem,
  type SelfCheckResult,
} from '@sweepline/contract/robot';
import type { Robot } from '../robot.ts';

export const isSelfCheckItem = (item: unknown): item is SelfCheckItem =>
  (selfCheckItems as readonly unknown[]).includes(item);

/** The alarms that make the check of a part fail. */
const alarmsOfItem: Record<SelfCheckItem, readonly AlarmCode[]> = {
  MOTOR: ['10101', '10110'],
  LIDAR: ['40101'],
  CAMERA: ['50201'],
  IMU: ['10105'],
  BUMPER: ['10102'],
  PUMP: ['20111'],
  BRUSH: ['20110'],
};

const fitted: Partial<Record<SelfCheckItem, (robot: Robot) => boolean>> = {
  PUMP: ({ spec }) => (spec.cleaner?.dirtyTankL ?? 0) > 0,
  BRUSH: ({ spec }) => spec.cleaner?.consumables.some((id) => /brush/i.test(id)) ?? false,
};

/** The result of the self-check of one part. */
export function selfCheckOf(robot: Robot, item: SelfCheckItem): SelfCheckResult {
  if (fitted[item]?.(robot) === false) return 'ABSENT';
  return alarmsOfItem[item].some((code) => robot.alarms.has(code)) ? 'FAIL' : 'OK';
}
