import {
  bindingStates,
  deviceModels,
  freezeCauses,
  inventoryStates,
  usageTypes,
  usageStates,
} from '@sweepline/contract';
import type { Declared } from '@sweepline/contract/robot';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { searchIndex } from '../../platform/db/search-index.ts';
import { deviceGroups } from './device-group-table.ts';
import { sites } from '../places/site-table.ts';

/** SQL: the device was never activated, so that it is neither online nor offline. */
export const isUnused = (binding: SQLWrapper): SQL => sql`(${binding} = 'NOT_ACTIVATED')`;

/** SQL: `search_terms` has not all terms of the name: signs that change the letter before them, or a long word. */
const hasUnsearchedName = (nickname: SQLWrapper): SQL =>
  sql`(${nickname} ~ ${sql.raw(String.raw`'[\u0300-\u036f\u1100-\u11ff\u3099\u309a\ua960-\ua97f\ud7b0-\ud7ff\uff61-\uffdc]'`)} or length(${nickname}) > 40)`;

/** SQL: the device is frozen because its use ended. Without a parameter, for the partial indexes. */
export const isExpired = (freezeCause: SQLWrapper): SQL => sql`(${freezeCause} = 'EXPIRED')`;
export const isNotExpired = (freezeCause: SQLWrapper): SQL =>
  sql`(${freezeCause} is distinct from 'EXPIRED')`;

/** SQL: the serial number is not void. Without a parameter, so that plans for any value use the indexes of such devices. */
const isCounted = (binding: SQLWrapper): SQL => sql`(${binding} <> 'VOID')`;

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
    /** The action types that its factsheet lists; null before the first. */
    actions: text().array(),
    /** What else its factsheet and its last `xReported` say about it; null before the first of them. */
    declared: jsonb().$type<Declared>(),
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
    // The orders of the list, without void serial numbers. By name a page of one company is found without reading rows.
    index('devices_company_nickname')
      .on(table.companyId, table.nickname, table.id)
      .where(isCounted(table.binding)),
    index('devices_nickname').on(table.nickname, table.id).where(isCounted(table.binding)),
    // One index for the pages of all companies and of a large one; the rows of a small company are sorted.
    index('devices_sn_order').on(table.sn, table.id, table.companyId).where(isCounted(table.binding)),
    index('devices_activated')
      .on(table.activatedAt, table.id, table.companyId)
      .where(isCounted(table.binding)),
    index('devices_usable').on(table.usableUntil, table.id).where(isCounted(table.binding)),
    // The first page of the list: devices in use before those that were never activated. PostgreSQL takes the value of the
    // expression from the index only if the index has its column too.
    index('devices_company_in_use')
      .on(table.companyId, isUnused(table.binding), table.nickname, table.id, table.binding)
      .where(isCounted(table.binding)),
    index('devices_in_use')
      .on(isUnused(table.binding), table.nickname, table.id, table.binding)
      .where(isCounted(table.binding)),
    index('devices_site').on(table.siteId),
    index('devices_group').on(table.groupId),
    index('devices_previous').on(table.previousId),
    // For the lookup of a robot by its network card.
    index('devices_iccid').on(table.iccid),
    // For the checks of ended and extended uses: they read nothing while nothing is due.
    index('devices_use_ends')
      .on(table.usableUntil)
      .where(sql`${table.usableUntil} is not null and ${isNotExpired(table.freezeCause)}`),
    index('devices_expired').on(table.usableUntil).where(isExpired(table.freezeCause)),
    index('devices_tags').using('gin', table.tags),
    // The search of the list: see `search_device_ids`.
    index('devices_search_rest').on(table.companyId).where(hasUnsearchedName(table.nickname)),
    searchIndex('devices_search', table.companyId, table.nickname, table.sn),
  ],
);

/** What tells the capabilities of a device. */
export const vehicleColumns = {
  model: devices.model,
  protocol: devices.protocol,
  actions: devices.actions,
  declared: devices.declared,
};

/**
 * Whether a device counts in lists and figures. A void serial number is the record of a device that goes on under another
 * number, so it would count twice.
 */
export const isCountedDevice = isCounted(devices.binding);
