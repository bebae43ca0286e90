import type { AiModel } from '@sweepline/contract';
import { eq, max } from 'drizzle-orm';
import { aiModelFiles, aiModels, type StoredEvaluation } from '../../../entities/ai/ai-model-table.ts';
import type { AiDatasetRow } from '../../../entities/ai/ai-dataset-table.ts';
import { aiProjects, type AiProjectRow } from '../../../entities/ai/ai-table.ts';
import type { AiTrainingRow } from '../../../entities/ai/ai-training-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { storeFile, type FileStore } from '../../../platform/files/files.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';

/** The release of the trainer. It is raised with every change that makes other bytes of the same data. */
export const codeVersion = 'floor-net 1';

interface Trained {
  model: { onnx: Uint8Array; threshold: number; evaluation: StoredEvaluation | null };
  classes: AiModel['classes'];
}

/** Stores what a training has learnt as the next model of its project. */
export async function createModel(
  tx: Tx,
  { files, now }: { files: FileStore; now: Clock },
  { id: trainingId, companyId, datasetId, network, createdBy }: AiTrainingRow,
  { project }: { dataset: AiDatasetRow; project: AiProjectRow },
  { model: { onnx, threshold, evaluation }, classes }: Trained,
): Promise<string> {
  // Of two models made at one moment, one waits for the number of the other.
  const { id: projectId } = await find(tx, aiProjects, project.id, { lock: true });
  const [last] = await tx
    .select({ number: max(aiModels.number) })
    .from(aiModels)
    .where(eq(aiModels.projectId, projectId));
  const number = (last?.number ?? 0) + 1;
  const about = { companyId, kind: aiModelFiles, name: `model-${number}.onnx` };
  const file = await storeFile(tx, files, now, {
    ...about,
    mediaType: 'application/octet-stream',
    content: onnx,
  });
  const id = newId();
  await tx.insert(aiModels).values({
    id,
    companyId,
    projectId,
    datasetId,
    trainingId,
    number,
    state: evaluation ? 'EVALUATED' : 'DRAFT',
    network,
    classes: classes.map(({ id: classId, name, colour }) => ({ id: classId, name, colour })),
    fileId: file.id,
    sha256: file.sha256,
    bytes: file.bytes,
    threshold,
    codeVersion,
    evaluation,
    createdAt: now().toISOString(),
    createdBy,
  });
  return id;
}
