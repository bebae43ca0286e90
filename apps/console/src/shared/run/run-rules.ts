import type { DeviceLive, Output, Run, runCalls } from '@sweepline/contract';
import type { RunState } from '@sweepline/contract/robot';

export type RunDetail = Output<typeof runCalls.detail>;

/** What a run and the report of its robot both state. */
export type RunFigures = Pick<RunDetail, 'name' | 'phase' | 'coverage' | 'cleanedM2' | 'plannedM2' | 'etaS'>;

/**
 * A run with the progress its robot reports five times a second. State, phases and reasons come from the run itself:
 * the robot's report may be about another run, or older than the last decision of the server.
 */
export function withLive(run: RunDetail, live: DeviceLive): RunDetail {
  const progress = live.run?.value;
  if (!progress || progress.runId !== run.id) return run;
  const { plannedM2, cleanedM2, coverage, etaS } = progress;
  return {
    ...run,
    // A robot reports 0 until it has planned its path; the plan that was sent is better until then.
    plannedM2: plannedM2 || run.plannedM2,
    cleanedM2: cleanedM2 ?? run.cleanedM2,
    coverage: coverage ?? run.coverage,
    etaS,
    phase: progress.phase || run.phase,
  };
}

/** The database stores floor in single precision. */
const roundingM2 = 0.01;

/** The floor that the robot has planned to clean; null until it has reported its plan. */
export const planOfRobot = (
  areaM2: number | null,
  { plannedM2, cleanedM2 }: Pick<RunFigures, 'plannedM2' | 'cleanedM2'>,
): number | null => {
  const isPlanSent = Math.abs((plannedM2 ?? 0) - (areaM2 ?? 0)) < roundingM2;
  return isPlanSent && cleanedM2 === null ? null : plannedM2;
};

type Pausable = Pick<Run, 'state'> & Partial<Pick<Run, 'can'>>;
export const canPause = ({ state, can = ['PAUSE'] }: Pausable) =>
  state === 'IN_PROGRESS' && can.includes('PAUSE');
export const canResume = ({ state, can = ['PAUSE'] }: Pausable) =>
  state === 'PAUSED' && can.includes('PAUSE');
/** A complete run only waits for its report, so it cannot be stopped. */
export const canStop = (state: RunState) =>
  state === 'WAITING' || state === 'IN_PROGRESS' || state === 'PAUSED';
