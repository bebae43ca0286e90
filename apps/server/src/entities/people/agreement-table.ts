import {
  agreementActs,
  agreementAudiences,
  agreementKinds,
  agreementStates,
  langs,
  type AgreementText,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgPolicy, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { appRole, moment, ownedTable } from '../../platform/db/columns.ts';

/** Texts that people agree to. A row is one version; published ones are read by everyone and never change. */
export const agreements = ownedTable(
  'agreements',
  {
    kind: text({ enum: agreementKinds }).notNull(),
    /** ISO 3166 code, EU, or empty for everywhere. */
    region: text().notNull(),
    audiences: text({ enum: agreementAudiences }).array().notNull(),
    texts: jsonb().$type<AgreementText[]>().notNull(),
    isMaterial: boolean().notNull(),
    state: text({ enum: agreementStates }).notNull(),
    /** Counted per kind and region at the publication; null for a draft. */
    number: integer(),
    /** Null in a draft: from its publication. */
    validFrom: moment(),
    publishedAt: moment(),
    publishedById: uuid(),
    createdAt: moment().notNull(),
    createdById: uuid(),
    updatedAt: moment().notNull(),
    revision: integer().notNull().default(1),
  },
  (table) => [
    pgPolicy('public_read', {
      as: 'permissive',
      for: 'select',
      to: appRole,
      using: sql.raw(`"state" = 'PUBLISHED'`),
    }),
    uniqueIndex('agreements_number').on(table.companyId, table.kind, table.region, table.number),
  ],
);
export type AgreementRow = typeof agreements.$inferSelect;

/**
 * What accounts did with a version. The role of the server may only add rows: they are proof. They name accounts and sites without
 * references, so that they outlive both.
 */
export const agreementRecords = ownedTable(
  'agreement_records',
  {
    accountId: uuid().notNull(),
    /** As it was then. */
    accountName: text().notNull(),
    agreementId: uuid()
      .notNull()
      .references(() => agreements.id),
    kind: text({ enum: agreementKinds }).notNull(),
    number: integer().notNull(),
    lang: text({ enum: langs }).notNull(),
    /** SHA-256 of the text that was shown. */
    sha256: text().notNull(),
    act: text({ enum: agreementActs }).notNull(),
    siteId: uuid(),
    siteName: text(),
    at: moment().notNull(),
    address: text().notNull(),
    agent: text().notNull(),
  },
  (table) => [
    // Of two servers that accept a version for an account at the same time one adds the record.
    uniqueIndex('agreement_records_once')
      .on(table.accountId, table.agreementId, table.act)
      .where(sql`${table.siteId} is null and ${table.act} in ('ACCEPTED', 'NOTED')`),
    index('agreement_records_company').on(table.companyId, table.at),
    index('agreement_records_agreement').on(table.agreementId, table.companyId),
    index('agreement_records_site')
      .on(table.siteId, table.at)
      .where(sql`${table.siteId} is not null`),
  ],
);
export type AgreementRecordRow = typeof agreementRecords.$inferSelect;
