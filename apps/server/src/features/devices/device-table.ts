import { bindingStates, deviceModels, warrantyStates } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/columns.ts';
import { sites } from '../sites/site-table.ts';

/** One cleaning robot as registered. What it says of itself right now is in `device_live`. */
export const devices = ownedTable(
  'devices',
  {
    /** Unique in the installation without regard to case; also the MQTT user name. */
    sn: text().notNull(),
    manufacturer: text().notNull(),
    model: text({ enum: deviceModels }).notNull(),
    protocol: text({ enum: ['v3', 'v2'] }).notNull(),
    nickname: text().notNull(),
    siteId: uuid().references(() => sites.id, { onDelete: 'set null' }),
    binding: text({ enum: bindingStates }).notNull(),
    activatedAt: moment(),
    usableUntil: moment(),
    warrantyStatus: text({ enum: warrantyStates }),
    warrantyUntil: moment(),
    iccid: text(),
    tags: text().array().notNull().default([]),
    softwareVersion: text(),
    hardwareVersion: text(),
    /** SHA-256 of the 256-bit random secret, hex: a slow hash would add nothing but load. */
    secretHash: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('devices_sn').on(sql`lower(${table.sn})`),
    // The order of the list, so that a page of one company is read straight from the index.
    index('devices_company_nickname').on(table.companyId, table.nickname, table.id),
    index('devices_nickname').on(table.nickname, table.id),
    index('devices_site').on(table.siteId),
    index('devices_tags').using('gin', table.tags),
  ],
);
