import type { TrailPoint } from '@sweepline/contract';
import { integer, jsonb, unique, uuid } from 'drizzle-orm/pg-core';
import { ownedTable } from '../../platform/db/columns.ts';

/** The path of a run from the telemetry stream, in pieces of ten seconds ordered by `seq`. */
export const runPaths = ownedTable(
  'run_paths',
  {
    runId: uuid().notNull(),
    seq: integer().notNull(),
    points: jsonb().$type<TrailPoint[]>().notNull(),
  },
  (table) => [unique('run_paths_seq').on(table.runId, table.seq)],
);
