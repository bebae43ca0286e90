import { cardUsageKinds } from '@sweepline/contract';
import {
  bigint,
  date,
  index,
  integer,
  primaryKey,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { tenantPolicy, moment, ownedTable } from '../../../platform/db/columns.ts';

const count = () => bigint({ mode: 'number' });

/** SIM cards. The robot of a card is the one that reports its ICCID. The operator counts its usage. */
export const networkCards = ownedTable(
  'network_cards',
  {
    iccid: text().notNull(),
    operator: text().notNull().default(''),
    packageType: text().notNull().default(''),
    /** AVAILABLE, ACTIVATED, DEACTIVATED, or another status of the operator. */
    status: text().notNull().default('AVAILABLE'),
    suspendedBecause: text().notNull().default(''),
    activatedAt: moment(),
    expiresAt: moment(),
    monthlyBytes: count(),
    usedBytes: count(),
    /** Time of the operator's last data, and of the last request for it. */
    toldAt: moment(),
    askedAt: moment(),
    remark: text().notNull().default(''),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('network_cards_iccid').on(table.iccid),
    index('network_cards_company').on(table.companyId, table.iccid),
    index('network_cards_asked').on(table.askedAt),
  ],
);

/** Usage of a card per day and kind, as the operator reports it. */
export const networkCardDays = pgTable(
  'network_card_days',
  {
    companyId: uuid().notNull(),
    cardId: uuid()
      .notNull()
      .references(() => networkCards.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    kind: text({ enum: cardUsageKinds }).notNull(),
    bytes: count().notNull(),
  },
  (table) => [tenantPolicy(), primaryKey({ columns: [table.cardId, table.day, table.kind] })],
);
