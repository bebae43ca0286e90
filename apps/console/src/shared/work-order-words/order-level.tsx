import type { WorkOrder, WorkOrderLevel } from '@sweepline/contract';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import type { Tone } from '../../kit/ui/theme.ts';
import { useWorkOrderWords } from './use-work-order-words.ts';

const levelTones: Record<WorkOrderLevel, Tone> = { GENERAL: 'quiet', SERIOUS: 'waiting', FATAL: 'fault' };

/** The level of a work order with its colour. */
export function OrderLevel({ level }: Pick<WorkOrder, 'level'>) {
  const { word } = useWorkOrderWords();
  return <StateMark tone={levelTones[level]} icon="alert" word={word('level', level)} />;
}
