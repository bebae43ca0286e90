import {
  bindingStates,
  deviceModels,
  freezeCauses,
  inventoryStates,
  usageTypes,
  usageStates,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { deviceGroups } from '../device-groups/device-group-table.ts';
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
    groupId: uuid().references(() => deviceGroups.id, { onDelete: 'set null' }),
    binding: text({ enum: bindingStates }).notNull(),
    /** Who changed the binding last, and when. */
    bindingBy: text().notNull().default(''),
    bindingAt: moment(),
    /** The command that carries a FREEZING, UNFREEZING or UNBINDING to the robot. */
    bindingCommandId: uuid(),
    freezeCause: text({ enum: freezeCauses }),
    freezeReason: text().notNull().default(''),
    /** Of whoever froze it: nobody below them takes it back. */
    freezeCompanyId: uuid(),
    activatedAt: moment(),
    usableUntil: moment(),
    inventory: text({ enum: inventoryStates }).notNull().default('IN_STOCK'),
    /** Since when it is there. */
    inventoryAt: moment(),
    useStatus: text({ enum: usageStates }).notNull().default('NEW'),
    usageType: text({ enum: usageTypes }).notNull().default('PURCHASE'),
    warrantyFrom: moment(),
    warrantyUntil: moment(),
    warrantyExtendedUntil: moment(),
    iccid: text(),
    tags: text().array().notNull().default([]),
    /** How the console turns its map, degrees; nothing the robot hears of. */
    mapRotation: integer().notNull().default(0),
    softwareVersion: text(),
    hardwareVersion: text(),
    /** SHA-256 of the 256-bit random secret, hex: a slow hash would add nothing but load. */
    secretHash: text().notNull(),
    /** Of the secret an unbound robot had: it opens nothing, but the robot is told that it is unbound. */
    formerSecretHash: text(),
    /** The device whose serial number this one took the place of. */
    previousId: uuid(),
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
    index('devices_group').on(table.groupId),
    index('devices_previous').on(table.previousId),
    // A card finds its robot by it.
    index('devices_iccid').on(table.iccid),
    // Looked through every minute for those whose time is up.
    index('devices_usable_until').on(table.usableUntil),
    index('devices_tags').using('gin', table.tags),
  ],
);
