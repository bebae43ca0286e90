import {
  aiModelCalls,
  aiModelMoves,
  leastModelF1,
  type AiGate,
  type AiModelAct,
  type Input,
  type Lang,
} from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { aiModels, type AiModelRow } from '../../../entities/ai/ai-model-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { bytesOfFile, findFile } from '../../../platform/files/files.ts';
import { classNameIn } from './class-name-service.ts';
import { gateOf } from './model-gate.ts';
import { modelRows, modelsOf, readModel } from './model-rows.ts';

const figure = (value: number | null) => (value === null ? '–' : value.toFixed(2));

/** Refuses a model that its figures do not admit. */
function checkGate({ classes, evaluation }: AiModelRow, lang: Lang): void {
  const reasons = gateOf(classes, evaluation);
  const has = (code: AiGate['code']) => reasons.filter((it) => it.code === code);
  if (has('NOT_JUDGED').length > 0) throw new Refusal('aiModelNotJudged');
  const weak = has('CLASS_WEAK');
  if (weak.length > 0) {
    const names = weak
      .map((it) => `${classNameIn(lang, { ...it, id: it.classId })} (${figure(it.f1)})`)
      .join(', ');
    throw new Refusal('aiModelWeak', { words: { names, least: figure(leastModelF1) } });
  }
  const [below] = has('BELOW_BASELINE');
  if (below)
    throw new Refusal('aiModelBelowBaseline', {
      words: { f1: figure(evaluation?.figures.f1 ?? null), baseline: figure(below.f1) },
    });
}

/** Moves a model to its next state. The locked row decides of two acts which comes first. */
async function act({ db, now, account, caller }: Ctx, id: string, name: AiModelAct) {
  const model = await find(db, aiModels, id, { lock: true });
  const state = aiModelMoves[model.state][name];
  if (!state) throw new Refusal('wrongState');
  if (name === 'APPROVE') checkGate(model, caller.lang);
  const [at, by] = [now().toISOString(), account.username];
  const stamp = name === 'APPROVE' ? { approvedAt: at, approvedBy: by } : { retiredAt: at, retiredBy: by };
  await db
    .update(aiModels)
    .set({ state, ...stamp })
    .where(eq(aiModels.id, id));
  return await readModel(db, id);
}

async function compare({ db }: Ctx, { id, otherId }: Input<typeof aiModelCalls.compare>) {
  const [one, other] = [await readModel(db, id), await readModel(db, otherId)];
  if (one.datasetId !== other.datasetId) throw wrongField('otherId', 'OTHER_VERSION');
  return { one, other };
}

export const aiModelAnswers = answer(aiModelCalls, {
  list: async ({ db }, { projectId, state, ...page }) => {
    const where = and(
      visible(db, aiModels),
      projectId ? eq(aiModels.projectId, projectId) : undefined,
      state ? eq(aiModels.state, state) : undefined,
    );
    const rows = modelRows(db).where(where).orderBy(desc(aiModels.createdAt), desc(aiModels.id));
    const { list, total } = await paginate(page, rows, counted(db, aiModels, where));
    return { list: await modelsOf(db, list), total };
  },

  detail: ({ db }, { id }) => readModel(db, id),
  compare,
  approve: (ctx, { id }) => act(ctx, id, 'APPROVE'),
  retire: (ctx, { id }) => act(ctx, id, 'RETIRE'),

  download: async ({ db, services }, { id }) => {
    const { fileId, number } = await find(db, aiModels, id);
    const bytes = bytesOfFile(services.files, await findFile(db, fileId));
    return { ...bytes, fileName: `model-${number}.onnx` };
  },
});
