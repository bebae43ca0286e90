import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

/** Items that are written and not yet sealed. The sealer empties the table about every second. */
export const auditPending = pgTable('audit_pending', {
  seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  itemId: uuid().notNull(),
  kind: text({ enum: ['entry', 'change'] }).notNull(),
});

/** The hash chain: one link per entry or change. Each link contains the hash of the link before it. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    seq: bigint({ mode: 'number' }).primaryKey(),
    itemId: uuid().notNull(),
    kind: text({ enum: ['entry', 'change'] }).notNull(),
    /** SHA-256 of the item's content. */
    contentHash: text().notNull(),
    /** SHA-256 of the previous hash, the position in the chain, the item and the hash of its content. */
    hash: text().notNull(),
    sealedAt: moment().notNull(),
  },
  (table) => [index('audit_seals_item').on(table.itemId), index('audit_seals_sealed_at').on(table.sealedAt)],
);

/** The last link that was dropped by retention. The chain is verified from here on. */
export const auditAnchors = pgTable('audit_anchors', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  hash: text().notNull(),
  at: moment().notNull(),
});
