import type { TrailPoint } from '@sweepline/contract';
import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy } from '../../platform/db/columns.ts';
import { newId } from '../../platform/runtime/ids.ts';

/** The path of a run from the telemetry stream, in pieces of ten seconds ordered by `seq`. Partitioned by the day in `runId`. */
export const runPaths = pgTable(
  'run_paths',
  {
    /** Contains the time of writing. */
    id: uuid().notNull().$defaultFn(newId),
    companyId: uuid().notNull(),
    runId: uuid().notNull(),
    seq: integer().notNull(),
    points: jsonb().$type<TrailPoint[]>().notNull(),
  },
  (table) => [tenantPolicy(), primaryKey({ columns: [table.runId, table.seq, table.companyId] })],
);
