import {
  aiCollectionTimes,
  aiCollectionTypes,
  aiConsentPurposes,
  aiImageStates,
  aiLabelStates,
  aiProjectStates,
  type AiClass,
  type AiShape,
} from '@sweepline/contract';
import { cameras, type Camera } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { sites } from '../places/site-table.ts';

/** The kinds of the files of pictures, and of the zips that robots upload. */
export const aiPictureFiles = 'AI_PICTURE';
export const aiUploadFiles = 'AI_IMAGE';

/** A collection of pictures. `companyId` is the organisation that founded it. */
export const aiProjects = ownedTable(
  'ai_projects',
  {
    name: text().notNull(),
    purpose: text().notNull(),
    classes: jsonb().$type<AiClass[]>().notNull(),
    cameras: text().array().$type<Camera[]>().notNull(),
    perSecond: doublePrecision().notNull(),
    cap: integer().notNull(),
    type: text({ enum: aiCollectionTypes }).notNull(),
    during: text({ enum: aiCollectionTimes }).notNull(),
    until: moment().notNull(),
    facesBlurred: boolean().notNull(),
    retentionDays: integer().notNull(),
    state: text({ enum: aiProjectStates }).notNull().default('DRAFT'),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [index('ai_projects_company').on(table.companyId)],
);
export type AiProjectRow = typeof aiProjects.$inferSelect;

/** A robot of a project. `companyId` is that of the robot. The job and its command are those of the last start. */
export const aiProjectDevices = ownedTable(
  'ai_project_devices',
  {
    projectId: uuid()
      .notNull()
      .references(() => aiProjects.id, { onDelete: 'cascade' }),
    deviceId: uuid().notNull(),
    siteId: uuid().references(() => sites.id, { onDelete: 'set null' }),
    jobId: uuid(),
    commandId: uuid(),
    /** The terms of the last start: the company of the robot may not see the project. */
    cameras: text().array().$type<Camera[]>().notNull().default([]),
    until: moment(),
    cap: integer().notNull().default(0),
    /** What the robot says; null before it says it. */
    collected: integer(),
    /** What the server has taken in, and how much of it before the last start. */
    uploaded: integer().notNull().default(0),
    uploadedBefore: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Why the server ended the collection; empty otherwise. */
    reason: text().notNull().default(''),
    startedAt: moment(),
    endedAt: moment(),
  },
  (table) => [
    uniqueIndex('ai_project_devices_pair').on(table.projectId, table.deviceId),
    index('ai_project_devices_device').on(table.deviceId),
    index('ai_project_devices_company').on(table.companyId),
    uniqueIndex('ai_project_devices_job').on(table.jobId),
  ],
);
export type AiProjectDeviceRow = typeof aiProjectDevices.$inferSelect;

/** What a company agrees to for a site. A withdrawn one stays as the record of it. */
export const aiConsents = ownedTable(
  'ai_consents',
  {
    siteId: uuid()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    purpose: text({ enum: aiConsentPurposes }).notNull(),
    cameras: text().array().$type<Camera[]>().notNull(),
    until: moment().notNull(),
    givenAt: moment().notNull(),
    givenBy: text().notNull(),
    withdrawnAt: moment(),
    withdrawnBy: text().notNull().default(''),
  },
  (table) => [
    index('ai_consents_company').on(table.companyId),
    uniqueIndex('ai_consents_site')
      .on(table.siteId)
      .where(sql`${table.withdrawnAt} is null`),
  ],
);
export type AiConsentRow = typeof aiConsents.$inferSelect;

/** A picture of a robot. `companyId` is the company whose floor it shows. */
export const aiImages = ownedTable(
  'ai_images',
  {
    projectId: uuid()
      .notNull()
      .references(() => aiProjects.id, { onDelete: 'cascade' }),
    deviceId: uuid().notNull(),
    siteId: uuid()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    jobId: uuid().notNull(),
    /** Its name in the zip: a picture that is sent again is the same one. */
    name: text().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    sha256: text().notNull(),
    bytes: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    camera: text({ enum: cameras }).notNull(),
    takenAt: moment().notNull(),
    mapId: uuid(),
    runId: uuid(),
    x: doublePrecision(),
    y: doublePrecision(),
    theta: doublePrecision(),
    exposureMs: doublePrecision(),
    facesBlurred: boolean().notNull(),
    /** 64 bits of differences of brightness, hexadecimal; near-duplicates differ in few of them. */
    likeness: text().notNull(),
    similarToId: uuid(),
    state: text({ enum: aiImageStates }).notNull().default('NEW'),
    labelState: text({ enum: aiLabelStates }).notNull().default('UNLABELLED'),
    revision: integer().notNull().default(0),
    shapes: jsonb().$type<AiShape[]>().notNull().default([]),
    classIds: text().array().notNull().default([]),
    note: text().notNull().default(''),
    labelledBy: text().notNull().default(''),
    labelledAt: moment(),
  },
  (table) => [
    uniqueIndex('ai_images_name').on(table.jobId, table.name),
    index('ai_images_project').on(table.projectId, table.takenAt),
    index('ai_images_company').on(table.companyId, table.takenAt),
    index('ai_images_site').on(table.siteId, table.takenAt),
    index('ai_images_device').on(table.deviceId, table.takenAt),
    index('ai_images_file').on(table.fileId),
  ],
);
export type AiImageRow = typeof aiImages.$inferSelect;

/** Every act on the labels of a picture; the last one is also in its row. */
export const aiLabels = ownedTable(
  'ai_labels',
  {
    imageId: uuid()
      .notNull()
      .references(() => aiImages.id, { onDelete: 'cascade' }),
    revision: integer().notNull(),
    labelState: text({ enum: aiLabelStates }).notNull(),
    shapes: jsonb().$type<AiShape[]>().notNull(),
    note: text().notNull().default(''),
    at: moment().notNull(),
    by: text().notNull(),
  },
  (table) => [
    uniqueIndex('ai_labels_revision').on(table.imageId, table.revision),
    index('ai_labels_company').on(table.companyId),
  ],
);
