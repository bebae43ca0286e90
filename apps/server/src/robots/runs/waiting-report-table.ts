import type { XReport } from '@sweepline/contract/robot';
import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Reports of runs that are not known yet, each bound to the device and the company that sent it. */
export const waitingReports = ownedTable(
  'waiting_reports',
  {
    deviceId: uuid().notNull(),
    runId: uuid().notNull(),
    sn: text().notNull(),
    /** With its times on our clock. */
    report: jsonb().$type<XReport>().notNull(),
    /** When it happened, by our clock. */
    at: moment().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [
    index('waiting_reports_run').on(table.deviceId, table.runId),
    index('waiting_reports_received').on(table.receivedAt),
  ],
);
export type WaitingReport = typeof waitingReports.$inferSelect;
