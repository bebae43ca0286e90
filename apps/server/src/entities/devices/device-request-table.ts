import type { Declared } from '@sweepline/contract/robot';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment, owned } from '../../platform/db/columns.ts';

/** What an unregistered device says of itself; the parts come in two messages. */
export type RequestDeclaration = Partial<Declared> & { actions?: string[] | null; vehicleType?: string };

/** Connection attempts of unregistered devices. They have no company until an account registers them. */
export const deviceRequests = pgTable(
  'device_requests',
  {
    ...owned,
    companyId: uuid(),
    sn: text().notNull(),
    manufacturer: text().notNull(),
    interfaceName: text().notNull(),
    protocol: text({ enum: ['v3', 'v2'] }).notNull(),
    firstSeenAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
    count: integer().notNull(),
    declaration: jsonb().$type<RequestDeclaration>(),
    ignoredAt: moment(),
    ignoredBy: text(),
  },
  (table) => [
    tenantPolicy(),
    uniqueIndex('device_requests_address').on(table.manufacturer, table.sn),
    index('device_requests_last_seen').on(table.lastSeenAt),
  ],
);
