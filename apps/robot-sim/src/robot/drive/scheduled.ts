import type { Robot } from '../robot.ts';

/** Ids of scheduled runs have version 5, those of others version 7 (docs/protocol/orders.md#scheduled-runs). */
export const isScheduledRun = (runId: string) => runId[14] === '5';

export const isScheduled = ({ run }: Robot) => run !== undefined && isScheduledRun(run.runId);
