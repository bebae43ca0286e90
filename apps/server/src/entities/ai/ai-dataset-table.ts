import { aiDatasetParts, type AiClass } from '@sweepline/contract';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { aiProjects } from './ai-table.ts';

/** A version of labelled images. `companyId` is that of the project. A trigger refuses changes. */
export const aiDatasets = ownedTable(
  'ai_datasets',
  {
    projectId: uuid()
      .notNull()
      .references(() => aiProjects.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    seed: integer().notNull(),
    reviewedOnly: boolean().notNull(),
    hash: text().notNull(),
    classes: jsonb().$type<AiClass[]>().notNull(),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('ai_datasets_number').on(table.projectId, table.number),
    index('ai_datasets_company').on(table.companyId),
  ],
);
export type AiDatasetRow = typeof aiDatasets.$inferSelect;

/**
 * An image of a version, by its hash and the revision of its labels. `companyId` is the company whose floor it shows. The row
 * stays when the image is deleted: it is the gap that the version then has.
 */
export const aiDatasetImages = ownedTable(
  'ai_dataset_images',
  {
    datasetId: uuid()
      .notNull()
      .references(() => aiDatasets.id, { onDelete: 'cascade' }),
    imageId: uuid().notNull(),
    sha256: text().notNull(),
    revision: integer().notNull(),
    siteId: uuid().notNull(),
    part: text({ enum: aiDatasetParts }).notNull(),
  },
  (table) => [
    uniqueIndex('ai_dataset_images_image').on(table.datasetId, table.imageId),
    index('ai_dataset_images_company').on(table.companyId),
  ],
);
