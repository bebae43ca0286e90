import { codeEventKinds, deviceModels, usageTypes } from '@sweepline/contract';
import { activationFaults } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import { check, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';

/** The right to enrol one robot into one company. See docs/protocol/credentials.md#activation. */
export const activationCodes = ownedTable(
  'activation_codes',
  {
    /** Keyed hash for the lookup of a code. Without the installation's key it does not reveal the code. */
    codeHash: text().notNull(),
    /** The code, encrypted with the installation's key: staff can show it again, and a stolen database cannot. */
    codeSecret: text().notNull(),
    /** The last four characters, for a search by a part that is read out. */
    tail: text().notNull(),
    /** EXPIRED is UNUSED after `validUntil` and is not stored. */
    state: text({ enum: ['UNUSED', 'USED', 'FAILED'] })
      .notNull()
      .default('UNUSED'),
    failedBy: text({ enum: ['REVOKED', 'PROOFS'] }),
    failures: integer().notNull().default(0),
    model: text({ enum: deviceModels }).notNull(),
    usageType: text({ enum: usageTypes }).notNull(),
    batchId: uuid().notNull(),
    batchName: text().notNull(),
    linkedAt: moment(),
    useDays: integer(),
    useUntil: moment(),
    validUntil: moment(),
    noticeToId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    usedAt: moment(),
    sn: text(),
    hardwareId: text(),
    deviceId: uuid().references(() => devices.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('activation_codes_hash').on(table.codeHash),
    index('activation_codes_created').on(table.createdAt, table.id),
    index('activation_codes_company').on(table.companyId, table.createdAt, table.id),
    index('activation_codes_batch').on(table.batchId, table.id),
    index('activation_codes_tail').on(table.tail),
    index('activation_codes_sn').on(sql`lower(${table.sn})`),
    index('activation_codes_device').on(table.deviceId),
    check('activation_codes_use', sql`${table.useDays} is null or ${table.useUntil} is null`),
  ],
);

/** The history of a code after its creation, oldest first. */
export const activationCodeEvents = ownedTable(
  'activation_code_events',
  {
    codeId: uuid()
      .notNull()
      .references(() => activationCodes.id, { onDelete: 'cascade' }),
    kind: text({ enum: codeEventKinds }).notNull(),
    at: moment().notNull(),
    /** A username, or the network address of a robot. */
    by: text().notNull(),
    toCompanyId: uuid().references(() => companies.id, { onDelete: 'set null' }),
    sn: text(),
    fault: text({ enum: activationFaults }),
  },
  (table) => [index('activation_code_events_code').on(table.codeId, table.id)],
);
