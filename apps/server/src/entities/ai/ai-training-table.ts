import {
  aiNetworks,
  aiTrainingFaults,
  aiTrainingStates,
  type AiTrainingEvent,
  type AiTrainingSettings,
} from '@sweepline/contract';
import { doublePrecision, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, ownedTable } from '../../platform/db/columns.ts';
import { aiDatasets } from './ai-dataset-table.ts';

/** A training of a network with a version of a project. `companyId` is that of the project. */
export const aiTrainings = ownedTable(
  'ai_trainings',
  {
    datasetId: uuid()
      .notNull()
      .references(() => aiDatasets.id, { onDelete: 'cascade' }),
    network: text({ enum: aiNetworks }).notNull(),
    /** All that a person chose; the network is one of it. */
    settings: jsonb().$type<AiTrainingSettings>().notNull(),
    state: text({ enum: aiTrainingStates }).notNull().default('WAITING'),
    epoch: integer().notNull().default(0),
    secondsLeft: integer(),
    fault: text({ enum: aiTrainingFaults }),
    /** How often a process of it ended by itself. */
    deaths: integer().notNull().default(0),
    log: jsonb().$type<AiTrainingEvent[]>().notNull().default([]),
    againOfId: uuid(),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    startedAt: moment(),
    endedAt: moment(),
  },
  (table) => [
    index('ai_trainings_company').on(table.companyId),
    index('ai_trainings_dataset').on(table.datasetId),
    index('ai_trainings_state').on(table.state, table.createdAt),
  ],
);
export type AiTrainingRow = typeof aiTrainings.$inferSelect;

export const aiTrainingEpochs = ownedTable(
  'ai_training_epochs',
  {
    trainingId: uuid()
      .notNull()
      .references(() => aiTrainings.id, { onDelete: 'cascade' }),
    epoch: integer().notNull(),
    loss: doublePrecision().notNull(),
    accuracy: doublePrecision().notNull(),
    validation: doublePrecision(),
  },
  (table) => [
    uniqueIndex('ai_training_epochs_epoch').on(table.trainingId, table.epoch),
    index('ai_training_epochs_company').on(table.companyId),
  ],
);

/** All that another process needs to go on from the last epoch. It is deleted at the end of the training. */
export const aiTrainingCheckpoints = ownedTable(
  'ai_training_checkpoints',
  {
    trainingId: uuid()
      .notNull()
      .references(() => aiTrainings.id, { onDelete: 'cascade' }),
    epoch: integer().notNull(),
    step: integer().notNull(),
    state: bytea().notNull(),
  },
  (table) => [
    uniqueIndex('ai_training_checkpoints_training').on(table.trainingId),
    index('ai_training_checkpoints_company').on(table.companyId),
  ],
);
