import { integer } from 'drizzle-orm/pg-core';
import { ownedTable } from '../../../platform/db/columns.ts';

/** Reports to paint. A database trigger inserts them with the report. The id is the report's. */
export const zoneWork = ownedTable('zone_work', {
  /** Increases when the report changes, so that an older reading does not complete the work. */
  turn: integer().notNull().default(0),
  attempts: integer().notNull().default(0),
});

/** A report that failed so often keeps the robot's figures. */
export const maxPaintAttempts = 5;
