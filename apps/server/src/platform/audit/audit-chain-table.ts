import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

/** What has been written and is not yet sealed: emptied about every second. */
export const auditPending = pgTable('audit_pending', {
  seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  itemId: uuid().notNull(),
  kind: text({ enum: ['entry', 'change'] }).notNull(),
});

/** The chain: one link for each entry and each change, every one holding the hash of the link before it. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    seq: bigint({ mode: 'number' }).primaryKey(),
    itemId: uuid().notNull(),
    kind: text({ enum: ['entry', 'change'] }).notNull(),
    /** SHA-256 of the item's content. */
    contentHash: text().notNull(),
    /** SHA-256 of the previous hash, the place in the chain, the item and its content's hash. */
    hash: text().notNull(),
    sealedAt: moment().notNull(),
  },
  (table) => [index('audit_seals_item').on(table.itemId), index('audit_seals_sealed_at').on(table.sealedAt)],
);

/** Where the chain begins since its oldest part was dropped: the last link that is gone. */
export const auditAnchors = pgTable('audit_anchors', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  hash: text().notNull(),
  at: moment().notNull(),
});
