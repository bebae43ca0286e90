import { commands } from '../entities/devices/command-table.ts';
import { runs } from '../entities/work/run-table.ts';
import { fromInserted } from '../platform/calls/recoveries.ts';
import { find } from '../platform/db/page.ts';

/** The recovery of a call that sends a command and answers it. */
export const sentCommand = fromInserted(commands, (db, id) => find(db, commands, id));

/** The recovery of a call that starts a run and answers its id. */
export const startedRunId = fromInserted(runs, async (_db, runId) => ({ runId }));
