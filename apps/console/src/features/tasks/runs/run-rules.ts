import type { DeviceLive, Output, runCalls } from '@sweepline/contract';

export type RunDetail = Output<typeof runCalls.detail>;

/**
 * A run with the progress its device tells five times a second. State, phases and reasons come from the run itself: the
 * device's word may be about another run, or older than what was decided since.
 */
export function withLive(run: RunDetail, live: DeviceLive): RunDetail {
  const told = live.run?.value;
  if (!told || told.runId !== run.id) return run;
  const { plannedM2, cleanedM2, coverage, etaS } = told;
  return {
    ...run,
    // Until it has planned its way a robot says 0; the plan it was sent is the better word.
    plannedM2: plannedM2 || run.plannedM2,
    cleanedM2: cleanedM2 ?? run.cleanedM2,
    coverage: coverage ?? run.coverage,
    etaS,
    phase: told.phase || run.phase,
  };
}
