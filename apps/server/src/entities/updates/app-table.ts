import {
  appCategories,
  appPlatforms,
  appStates,
  releaseScopes,
  releaseStates,
  type AppCertificate,
  type AppRelease,
  type AppReleaseDetail,
  type Lang,
  type LangTexts,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { companies } from '../people/company-table.ts';

/** Kinds of stored files: an apk, and an icon or a screenshot of an app. */
export const appPackageFiles = 'APP_PACKAGE';
export const appPictureFiles = 'APP_PICTURE';

/** In SQL: whether a company of the table `companies` is one of those that an app names, or below it. */
const isNamed = `(cardinality("company_ids") = 0
  or string_to_array(trim(trailing '/' from path), '/')::uuid[] && "company_ids")`;

/** Apps of screens and phones. The companies below read published ones that are for them. */
export const apps = ownedTable(
  'apps',
  {
    name: text().notNull(),
    packageId: text().notNull(),
    platform: text({ enum: appPlatforms }).notNull(),
    category: text({ enum: appCategories }).notNull(),
    models: text().array().notNull(),
    publisher: text().notNull(),
    /** Empty for all companies below. */
    companyIds: uuid().array().notNull(),
    descriptions: jsonb().$type<LangTexts>().notNull(),
    iconFileId: uuid(),
    screenshotFileIds: uuid().array().notNull(),
    state: text({ enum: appStates }).notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
    revision: integer().notNull().default(1),
  },
  (table) => [
    inheritedPolicy(companies, { only: `"state" = 'PUBLISHED'`, reader: isNamed }),
    // An install names its package id only. Apple's apps have a world of their own.
    uniqueIndex('apps_package').on(table.packageId, sql`(${table.platform} = 'IOS')`),
    index('apps_company').on(table.companyId, table.name),
    index('apps_icon').on(table.iconFileId),
    index('apps_screenshots').using('gin', table.screenshotFileIds),
  ],
);
export type AppRow = typeof apps.$inferSelect;

/** Versions of apps. Only the tenant scope reads them: installs are told about the one that is for them. */
export const appReleases = ownedTable(
  'app_releases',
  {
    appId: uuid()
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    build: bigint({ mode: 'number' }).notNull(),
    minSdk: integer().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    iconFileId: uuid(),
    certificates: jsonb().$type<AppCertificate[]>().notNull(),
    labels: jsonb().$type<AppReleaseDetail['labels']>().notNull(),
    forced: boolean().notNull(),
    releaseScope: text({ enum: releaseScopes }).notNull(),
    whitelist: text().array().notNull(),
    leastBuild: bigint({ mode: 'number' }),
    notes: jsonb().$type<LangTexts>().notNull(),
    stages: jsonb().$type<AppRelease['stages']>().notNull(),
    state: text({ enum: releaseStates }).notNull(),
    /** Of a refused check; empty otherwise. */
    reasons: text().notNull().default(''),
    uploadedAt: moment().notNull(),
    uploadedById: uuid().notNull(),
    checkedAt: moment(),
    checkedById: uuid(),
    /** The planned time of the publication. */
    releaseAt: moment(),
    /** When its stages began. */
    releasedAt: moment(),
    haltedAt: moment(),
    /** How long earlier halts lasted since `releasedAt`. */
    pausedMs: bigint({ mode: 'number' }).notNull().default(0),
    expiresAt: moment(),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
    revision: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('app_releases_build').on(table.appId, table.build),
    index('app_releases_uploaded').on(table.companyId, table.uploadedAt),
    index('app_releases_file').on(table.fileId),
    index('app_releases_icon').on(table.iconFileId),
    // For the job that publishes and expires.
    index('app_releases_release')
      .on(table.releaseAt)
      .where(sql`${table.releaseAt} is not null`),
    index('app_releases_expiry')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
  ],
);
export type AppReleaseRow = typeof appReleases.$inferSelect;

/** Installs of apps as they were seen last. Their company is that of the app. */
export const appInstalls = ownedTable(
  'app_installs',
  {
    appId: uuid()
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** The id that the app made for itself, or the serial number of a robot. */
    install: text().notNull(),
    build: bigint({ mode: 'number' }).notNull(),
    lang: text().$type<Lang>(),
    firstSeenAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('app_installs_install').on(table.appId, table.install),
    index('app_installs_build').on(table.appId, table.build),
    index('app_installs_company').on(table.companyId),
    index('app_installs_seen').on(table.lastSeenAt),
  ],
);
export type AppInstallRow = typeof appInstalls.$inferSelect;
