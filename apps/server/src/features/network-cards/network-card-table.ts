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
import { tenantPolicy, moment, ownedTable } from '../../platform/db/columns.ts';

const count = () => bigint({ mode: 'number' });

/** SIM cards. The robot a card sits in is the one that reports its ICCID; what it uses is the operator's count. */
export const networkCards = ownedTable(
  'network_cards',
  {
    iccid: text().notNull(),
    operator: text().notNull().default(''),
    packageType: text().notNull().default(''),
    /** AVAILABLE, ACTIVATED, DEACTIVATED, or a word of the operator's. */
    status: text().notNull().default('AVAILABLE'),
    suspendedBecause: text().notNull().default(''),
    activatedAt: moment(),
    expiresAt: moment(),
    monthlyBytes: count(),
    usedBytes: count(),
    /** When the operator last told, and when it was last asked. */
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

/** What a card used on a day for what, as the operator tells it. */
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
