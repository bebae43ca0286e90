import { isDeepStrictEqual } from 'node:util';
import { isAnswered, workOrderWorkCalls, type Input } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { commands } from '../../../entities/devices/command-table.ts';
import type { OrderPoints } from '../../../entities/service/checklist-service.ts';
import { workOrders, type WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import {
  workOrderParts,
  workOrderWorks,
  type WorkOrderWorkRow,
} from '../../../entities/service/work-order-work-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { changedMeanwhile, find, visible } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { changeWorkOrder } from '../orders/work-order-change-service.ts';
import { makeFollowUps } from './follow-ups.ts';
import { storeLabour, storeParts } from './used-parts.ts';
import { checkSave, chosenPoints } from './work-checks.ts';
import { findWork, readWork } from './work-reading.ts';

type Calls = typeof workOrderWorkCalls;
type Save = Input<Calls['saveWork']>;

/** A phone sends each save a few times at most; older ids belong to versions that are refused anyway. */
const keptClientIds = 20;

const writerOf = ({ db, services, now, account }: Ctx) => ({ db, bus: services.bus, now, by: account });

/** The columns of the copy of a checklist. */
const copyOf = (points: OrderPoints | null) => ({
  templateId: points?.templateId ?? null,
  templateName: points?.name ?? '',
  templateVersion: points?.version ?? 0,
  items: points?.items ?? [],
  requiresSignature: points?.requiresSignature ?? false,
  requiresPhoto: points?.requiresPhoto ?? false,
});

const noSignature = { signatureName: '', signaturePictureId: null, signedAt: null };

/**
 * The columns of the signature. It keeps its time until name or drawing change. A signature of an earlier save does not cover
 * answers and parts that changed after it.
 */
function signatureOf(
  ctx: Ctx,
  { signature }: Save,
  work: WorkOrderWorkRow | undefined,
  isContentChanged: boolean,
) {
  if (!signature) return noSignature;
  const { name, pictureId } = signature;
  const isSame = work?.signatureName === name && work.signaturePictureId === pictureId;
  if (isSame && isContentChanged) return noSignature;
  const signedAt = isSame ? work.signedAt : ctx.now().toISOString();
  return { signatureName: name, signaturePictureId: pictureId, signedAt };
}

/** What the history says about a save. Labour is left out, because everyone who sees the order reads the history. */
function changesOf(
  points: OrderPoints | null,
  input: Save,
  work: WorkOrderWorkRow | undefined,
  signer: string,
) {
  const done = input.answers.filter(({ value }) => isAnswered(value)).length;
  return {
    ...(points && { points: `${done}/${points.items.length}` }),
    ...(input.parts.length > 0 && { parts: String(input.parts.length) }),
    ...(signer !== (work?.signatureName ?? '') && { signature: signer }),
  };
}

async function store(ctx: Ctx, order: WorkOrderRow, input: Save, work: WorkOrderWorkRow | undefined) {
  const { db, account } = ctx;
  const points = await chosenPoints(db, order, work, input.templateId);
  await checkSave(db, points, input);
  const arePartsChanged = await storeParts(ctx, order, input.parts);
  const isContentChanged =
    arePartsChanged ||
    work?.templateId !== input.templateId ||
    !isDeepStrictEqual(work.answers, input.answers);
  const signature = signatureOf(ctx, input, work, isContentChanged);
  await changeWorkOrder(writerOf(ctx), order.id, {
    from: ['PROCESSING'],
    ...(order.templateId !== input.templateId && { changes: { templateId: input.templateId } }),
    event: { kind: 'WORKED', changes: changesOf(points, input, work, signature.signatureName) },
  });
  await storeLabour(ctx, order.id, input.labourMinutes);
  const row = {
    ...copyOf(points),
    ...signature,
    answers: input.answers,
    followUps: await makeFollowUps(ctx, order, points, input.answers, work?.followUps ?? {}),
    clientIds: [input.clientId, ...(work?.clientIds ?? [])].slice(0, keptClientIds),
    version: input.version + 1,
    updatedAt: ctx.now().toISOString(),
    updatedById: account.id,
    updatedBy: account.username,
  };
  if (work) await db.update(workOrderWorks).set(row).where(eq(workOrderWorks.id, work.id));
  else
    await db
      .insert(workOrderWorks)
      .values({ id: newId(), orderId: order.id, companyId: order.companyId, ...row });
}

async function save(ctx: Ctx, input: Save) {
  // The lock of the order also orders the saves of its work.
  const order = await find(ctx.db, workOrders, input.id, { lock: true });
  const work = await findWork(ctx.db, input.id);
  if (work?.clientIds.includes(input.clientId)) return await readWork(ctx, input.id);
  if ((work?.version ?? 0) !== input.version) throw changedMeanwhile(work?.updatedBy ?? '', work?.updatedAt);
  await store(ctx, order, input, work);
  return await readWork(ctx, input.id);
}

async function linkReset(ctx: Ctx, { id, usedPartId, commandId }: Input<Calls['linkReset']>) {
  const { db } = ctx;
  const order = await find(db, workOrders, id, { lock: true });
  const part = await find(db, workOrderParts, usedPartId);
  if (part.orderId !== id) throw new Refusal('notFound');
  const { deviceId, type, params } = await find(db, commands, commandId);
  const isReset = type === 'consumable.reset' && params['id'] === part.consumable;
  if (!isReset || deviceId !== order.deviceId) throw wrongField('commandId', 'NOT_RESET_OF_PART');
  if (part.resetCommandId !== commandId) {
    await changeWorkOrder(writerOf(ctx), id, { event: { kind: 'WORKED', changes: { reset: part.name } } });
    await db
      .update(workOrderParts)
      .set({ resetCommandId: commandId })
      .where(and(eq(workOrderParts.id, usedPartId), visible(db, workOrderParts)));
  }
  return await readWork(ctx, id);
}

export const workAnswers = answer(workOrderWorkCalls, {
  readWork: (ctx, { id }) => readWork(ctx, id),
  saveWork: save,
  linkReset,
});
