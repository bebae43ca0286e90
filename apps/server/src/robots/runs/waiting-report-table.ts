import type { XReport } from '@sweepline/contract/robot';
import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Reports whose run is not known yet, with the device and company of their sender. */
export const waitingReports = ownedTable(
  'waiting_reports',
  {
    deviceId: uuid().notNull(),
    runId: uuid().notNull(),
    sn: text().notNull(),
    /** With its times on the server's clock. */
    report: jsonb().$type<XReport>().notNull(),
    /** The time of the event, on the server's clock. */
    at: moment().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [
    index('waiting_reports_run').on(table.deviceId, table.runId),
    index('waiting_reports_received').on(table.receivedAt),
  ],
);
export type WaitingReport = typeof waitingReports.$inferSelect;
