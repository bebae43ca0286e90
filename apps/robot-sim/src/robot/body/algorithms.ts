import { algoKey, isRecord, type AlgoParameter } from '@sweepline/contract/robot';
import type { RobotSpec } from '../spec.ts';

const common: readonly AlgoParameter[] = [
  { key: 'drive.cruiseFactor', type: 'NUMBER', min: 0.5, max: 1, default: 1, unit: '' },
  { key: 'planner.inflationM', type: 'NUMBER', min: 0.02, max: 0.4, default: 0.1, unit: 'm' },
  { key: 'planner.replanS', type: 'INT', min: 1, max: 60, default: 5, unit: 's' },
  { key: 'localisation.particles', type: 'INT', min: 100, max: 2000, default: 500, unit: '' },
  { key: 'docking.retries', type: 'INT', min: 1, max: 10, default: 3, unit: '' },
];
const wet: readonly AlgoParameter[] = [
  { key: 'squeegee.liftDelayMs', type: 'INT', min: 0, max: 3000, default: 400, unit: 'ms' },
  { key: 'carpet.detect', type: 'BOOL', default: true, unit: '' },
];

/** The adjustable parameters of this robot's algorithms; a plain vehicle has none. */
export const algorithmsOf = ({ cleaner }: RobotSpec): readonly AlgoParameter[] =>
  !cleaner ? [] : cleaner.dirtyTankL > 0 ? [...common, ...wet] : common;

/** The factor of the cruising speed, from the algorithm settings. */
export function cruiseFactor(settings: Record<string, unknown>): number {
  const algo = settings[algoKey];
  const factor = isRecord(algo) ? algo['drive.cruiseFactor'] : undefined;
  return typeof factor === 'number' ? factor : 1;
}
