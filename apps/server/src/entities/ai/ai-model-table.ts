import {
  aiModelStates,
  aiNetworks,
  type AiFigures,
  type AiModel,
  type AiModelDetail,
} from '@sweepline/contract';
import { bigint, doublePrecision, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { aiDatasets } from './ai-dataset-table.ts';
import { aiProjects } from './ai-table.ts';
import { aiTrainings } from './ai-training-table.ts';

/** The kind of the files of networks. */
export const aiModelFiles = 'AI_MODEL';

/** What a model showed on the tiles that took no part in its training. */
export interface StoredEvaluation {
  figures: AiFigures;
  baseline: AiFigures;
  bySite: { siteId: string; figures: AiFigures }[];
  byCamera: AiModelDetail['byCamera'];
  worst: AiModelDetail['worst'];
}

/** A trained network. `companyId` is that of the project. */
export const aiModels = ownedTable(
  'ai_models',
  {
    projectId: uuid()
      .notNull()
      .references(() => aiProjects.id, { onDelete: 'cascade' }),
    datasetId: uuid()
      .notNull()
      .references(() => aiDatasets.id, { onDelete: 'cascade' }),
    trainingId: uuid()
      .notNull()
      .references(() => aiTrainings.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    state: text({ enum: aiModelStates }).notNull(),
    network: text({ enum: aiNetworks }).notNull(),
    classes: jsonb().$type<AiModel['classes']>().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    sha256: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    threshold: doublePrecision().notNull(),
    codeVersion: text().notNull(),
    /** Null for a draft. */
    evaluation: jsonb().$type<StoredEvaluation>(),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    approvedAt: moment(),
    approvedBy: text().notNull().default(''),
    retiredAt: moment(),
    retiredBy: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('ai_models_number').on(table.projectId, table.number),
    uniqueIndex('ai_models_training').on(table.trainingId),
    index('ai_models_company').on(table.companyId),
    index('ai_models_dataset').on(table.datasetId),
    index('ai_models_file').on(table.fileId),
  ],
);
export type AiModelRow = typeof aiModels.$inferSelect;
