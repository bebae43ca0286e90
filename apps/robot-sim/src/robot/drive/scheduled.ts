import type { Robot } from '../robot.ts';

/** Runs of schedules have ids made of the schedule and the moment, which are of version 5; others are of version 7 (2.22). */
export const isScheduledRun = (runId: string) => runId[14] === '5';

export const isScheduled = ({ run }: Robot) => run !== undefined && isScheduledRun(run.runId);
