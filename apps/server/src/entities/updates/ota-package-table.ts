import { packageFormats, releaseStates, releaseScopes } from '@sweepline/contract';
import { otaPackageTypes, type OtaManifest } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { companies } from '../people/company-table.ts';
import { devices } from '../devices/device-table.ts';

/** Software packages of the provider. The companies below read only what is published for all robots of a model. */
export const otaPackages = ownedTable(
  'ota_packages',
  {
    name: text().notNull(),
    models: text().array().notNull(),
    pkgType: text({ enum: otaPackageTypes }).notNull(),
    /** The software version; `revision` counts the changes of the row. */
    version: text().notNull(),
    minVersion: text(),
    fromVersions: text().array().notNull(),
    needs: jsonb().$type<OtaManifest['needs']>().notNull(),
    format: text({ enum: packageFormats }).notNull(),
    fileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    keyId: text().notNull(),
    /** Ed25519 over the canonical manifest, base64. */
    signature: text().notNull(),
    forced: boolean().notNull(),
    releaseScope: text({ enum: releaseScopes }).notNull(),
    remarks: text().notNull(),
    state: text({ enum: releaseStates }).notNull(),
    /** Of a refused check; empty otherwise. */
    reasons: text().notNull().default(''),
    uploadedAt: moment().notNull(),
    uploadedById: uuid().notNull(),
    checkedAt: moment(),
    checkedById: uuid(),
    /** The planned time of the publication. */
    releaseAt: moment(),
    releasedAt: moment(),
    expiresAt: moment(),
    revision: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
  },
  (table) => [
    inheritedPolicy(companies, { only: `"state" = 'PUBLISHED' and "release_scope" = 'ALL'` }),
    index('ota_packages_uploaded').on(table.companyId, table.uploadedAt),
    index('ota_packages_file').on(table.fileId),
    // For the job that publishes and expires.
    index('ota_packages_release')
      .on(table.releaseAt)
      .where(sql`${table.releaseAt} is not null`),
    index('ota_packages_expiry')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
  ],
);
export type OtaPackageRow = typeof otaPackages.$inferSelect;

/** The robots that a package of the scope WHITELIST is for. Its company is that of the package. */
export const otaWhitelists = ownedTable(
  'ota_whitelists',
  {
    packageId: uuid()
      .notNull()
      .references(() => otaPackages.id, { onDelete: 'cascade' }),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    addedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('ota_whitelists_robot').on(table.packageId, table.deviceId),
    index('ota_whitelists_device').on(table.deviceId),
    index('ota_whitelists_company').on(table.companyId),
  ],
);
