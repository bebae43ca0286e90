import {
  bindingStates,
  deviceModels,
  freezeCauses,
  inventoryStates,
  usageTypes,
  usageStates,
} from '@sweepline/contract';
import { ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { searchIndex } from '../../platform/db/search-index.ts';
import { deviceGroups } from './device-group-table.ts';
import { sites } from '../places/site-table.ts';

/** SQL: the device was never activated, so that it is neither online nor offline. */
export const isUnused = (binding: SQLWrapper): SQL => sql`(${binding} = 'NOT_ACTIVATED')`;

/** A registered cleaning robot. Its live state is in `device_live`. */
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
    /** The author and time of the last change of the binding. */
    bindingBy: text().notNull().default(''),
    bindingAt: moment(),
    /** The command of a pending FREEZING, UNFREEZING or UNBINDING. */
    bindingCommandId: uuid(),
    freezeCause: text({ enum: freezeCauses }),
    freezeReason: text().notNull().default(''),
    /** The company that froze the device: companies below it cannot unfreeze it. */
    freezeCompanyId: uuid(),
    activatedAt: moment(),
    usableUntil: moment(),
    inventory: text({ enum: inventoryStates }).notNull().default('IN_STOCK'),
    /** The time of the last change of the stock state. */
    inventoryAt: moment(),
    useStatus: text({ enum: usageStates }).notNull().default('NEW'),
    usageType: text({ enum: usageTypes }).notNull().default('PURCHASE'),
    warrantyFrom: moment(),
    warrantyUntil: moment(),
    warrantyExtendedUntil: moment(),
    iccid: text(),
    tags: text().array().notNull().default([]),
    /** The rotation of the map in the console in degrees; the robot does not get it. */
    mapRotation: integer().notNull().default(0),
    softwareVersion: text(),
    hardwareVersion: text(),
    /** The action types that the factsheet of a third-party vehicle lists; null before the first, and for own models. */
    actions: text().array(),
    /** How a third-party vehicle names its type. */
    vehicleType: text(),
    /** SHA-256 of the random 256-bit secret, hex. The secret has enough entropy, so a slow hash would only add load. */
    secretHash: text().notNull(),
    /** The former secret of an unbound robot: it is refused, but the robot is answered with UNBOUND. */
    formerSecretHash: text(),
    /** The device with the previous serial number of the same robot. */
    previousId: uuid(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('devices_sn').on(sql`lower(${table.sn})`),
    // The order of the list, so that a page of one company is read from the index.
    index('devices_company_nickname').on(table.companyId, table.nickname, table.id),
    index('devices_nickname').on(table.nickname, table.id),
    // For the first page of the list: devices in use before those that were never activated.
    index('devices_company_in_use').on(table.companyId, isUnused(table.binding), table.nickname, table.id),
    index('devices_in_use').on(isUnused(table.binding), table.nickname, table.id),
    index('devices_site').on(table.siteId),
    index('devices_group').on(table.groupId),
    index('devices_previous').on(table.previousId),
    // For the lookup of a robot by its network card.
    index('devices_iccid').on(table.iccid),
    // For the check of ended uses, which runs every minute.
    index('devices_usable_until').on(table.usableUntil),
    index('devices_tags').using('gin', table.tags),
    searchIndex('devices_search', table.companyId, table.nickname, table.sn),
  ],
);

/**
 * Whether a device counts in lists and figures. A void serial number is the record of a device that goes on under another
 * number, so it would count twice.
 */
export const isCountedDevice = ne(devices.binding, 'VOID');
