import { faultChoiceNames } from '@sweepline/contract';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { devices } from '../../../entities/devices/device-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** QR codes on robots. They end with the robot's stay in the company. */
export const faultCodes = ownedTable(
  'fault_codes',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, hex. */
    tokenHash: text().notNull(),
    note: text().notNull(),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    revokedAt: moment(),
    revokedBy: text(),
    reports: integer().notNull().default(0),
    lastReportAt: moment(),
  },
  (table) => [
    uniqueIndex('fault_codes_token').on(table.tokenHash),
    index('fault_codes_device').on(table.deviceId, table.createdAt),
    index('fault_codes_company').on(table.companyId),
  ],
);

/** Reports of people without an account. */
export const faultReports = ownedTable(
  'fault_reports',
  {
    orderId: uuid()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token that shows the state to the person who reported it, hex. */
    receiptHash: text().notNull(),
    choice: text({ enum: faultChoiceNames }).notNull(),
    at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('fault_reports_receipt').on(table.receiptHash),
    index('fault_reports_order').on(table.orderId),
    index('fault_reports_company').on(table.companyId),
  ],
);

/** Tickets for one picture each. A used or expired ticket is deleted. */
export const faultTickets = ownedTable(
  'fault_tickets',
  {
    reportId: uuid()
      .notNull()
      .references(() => faultReports.id, { onDelete: 'cascade' }),
    /** SHA-256 of the ticket, hex. */
    ticketHash: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('fault_tickets_ticket').on(table.ticketHash),
    index('fault_tickets_report').on(table.reportId),
    index('fault_tickets_expires').on(table.expiresAt),
    index('fault_tickets_company').on(table.companyId),
  ],
);
