import type { AiFigures, AiTrainingSettings } from '@sweepline/contract';
import { aiDatasets } from '../../entities/ai/ai-dataset-table.ts';
import { aiModelFiles, aiModels } from '../../entities/ai/ai-model-table.ts';
import type { AiProjectRow } from '../../entities/ai/ai-table.ts';
import { aiTrainings } from '../../entities/ai/ai-training-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

const settings: AiTrainingSettings = {
  network: 'SMALL',
  epochs: 2,
  rate: 0.003,
  augmentation: true,
  seed: 1,
  tilesPerClass: 20,
};

/** Figures of two classes, by how many of a hundred tiles of each are recognised. */
const figures = (right: number): AiFigures => {
  const share = right / 100;
  const ofClass = { count: 100, precision: share, recall: share, f1: share };
  const wrong = 100 - right;
  const confusion = [
    [right, wrong],
    [wrong, right],
  ];
  return { count: 200, accuracy: share, f1: share, classes: [ofClass, ofClass], confusion };
};

interface ModelOptions {
  companyId?: string;
  projectId?: string;
  datasetId?: string;
  number?: number;
  /** Of a hundred tiles of each class. */
  right?: number;
  baselineRight?: number;
}

/** Builders of versions, trainings and models. */
export function learningBuilders(
  db: Db,
  files: FileStore,
  now: Clock,
  anAiProject: (overrides: { companyId: string }) => Promise<AiProjectRow>,
) {
  const made = () => ({ createdAt: now().toISOString(), createdBy: 'test' });

  const anAiDataset = async ({ companyId = companyIds.mall }: { companyId?: string } = {}) => {
    const { id: projectId, classes } = await anAiProject({ companyId });
    const about = { projectId, number: 1, seed: 1, reviewedOnly: false, hash: '', classes };
    const row = { companyId, ...about, ...made() };
    return await inScope(db, '*', async (tx) => (await tx.insert(aiDatasets).values(row).returning())[0]!);
  };

  const anAiTraining = async (options: { companyId?: string; datasetId?: string } = {}) => {
    const { companyId = companyIds.mall } = options;
    const datasetId = options.datasetId ?? (await anAiDataset({ companyId })).id;
    const row = { companyId, datasetId, network: settings.network, settings, ...made() };
    return await inScope(db, '*', async (tx) => (await tx.insert(aiTrainings).values(row).returning())[0]!);
  };

  return {
    anAiDataset,
    anAiTraining,

    anAiModel: async ({
      companyId = companyIds.mall,
      right = 90,
      baselineRight = 80,
      number = 1,
      ...of
    }: ModelOptions = {}) => {
      const dataset = of.datasetId && of.projectId ? undefined : await anAiDataset({ companyId });
      const datasetId = of.datasetId ?? dataset!.id;
      const projectId = of.projectId ?? dataset!.projectId;
      const { id: trainingId } = await anAiTraining({ companyId, datasetId });
      return await inScope(db, '*', async (tx) => {
        const about = { companyId, kind: aiModelFiles, name: 'model.onnx' };
        const content = Buffer.from(`network ${newId()}`);
        const mediaType = 'application/octet-stream';
        const {
          id: fileId,
          sha256,
          bytes,
        } = await storeFile(tx, files, now, { ...about, mediaType, content });
        const evaluation = {
          figures: figures(right),
          baseline: figures(baselineRight),
          bySite: [],
          byCamera: [{ camera: 'DOWN' as const, figures: figures(right) }],
          worst: [],
        };
        const row = {
          companyId,
          projectId,
          datasetId,
          trainingId,
          number,
          state: 'EVALUATED' as const,
          network: settings.network,
          classes: [
            { id: 'clean', name: 'Clean', colour: '#64748b' },
            { id: 'liquid', name: 'Liquid', colour: '#2563eb' },
          ],
          fileId,
          sha256,
          bytes,
          threshold: 0.5,
          codeVersion: 'floor-net 1',
          evaluation,
          ...made(),
        };
        return (await tx.insert(aiModels).values(row).returning())[0]!;
      });
    },
  };
}
