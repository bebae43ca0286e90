import type { OtaTaskDetail } from '@sweepline/contract';
import type { Mark } from '../../../../shared/words/marks.ts';

type StageState = 'NEXT' | 'RUNNING' | 'SOAKING' | 'HELD' | 'DONE';

export const stageMarks: Record<StageState, Mark> = {
  NEXT: { tone: 'quiet', icon: 'ring' },
  RUNNING: { tone: 'moving', icon: 'play' },
  SOAKING: { tone: 'waiting', icon: 'clock' },
  HELD: { tone: 'waiting', icon: 'pause' },
  DONE: { tone: 'working', icon: 'check' },
};

type Row = OtaTaskDetail['stageRows'][number];

/** Where a stage stands, by its own times and the state of its rollout. */
export function stageState(n: number, row: Row | undefined, task: OtaTaskDetail, nowMs: number): StageState {
  const { stage, state } = task;
  if (!row?.startedAt || stage === null || n > stage) return 'NEXT';
  if (n < stage || state === 'DONE') return 'DONE';
  if (state !== 'RUNNING') return 'HELD';
  if (row.completedAt === null) return 'RUNNING';
  return row.nextAt !== null && Date.parse(row.nextAt) > nowMs ? 'SOAKING' : 'DONE';
}
