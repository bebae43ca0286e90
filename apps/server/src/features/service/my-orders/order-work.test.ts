import {
  errors,
  maintenanceRecordCalls,
  workOrderActCalls,
  workOrderCalls,
  workOrderPictureCalls,
  workOrderWorkCalls,
  type Sent,
} from '@sweepline/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/runtime/ids.ts';
import { aPoint } from '../../../test-kit/builders/work-order-builders.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { readWork: detail, saveWork: save, linkReset } = workOrderWorkCalls;
const { mallAdmin, agentAdmin, otherAdmin, superAdmin } = people;
const server = testServer();

type Save = Sent<typeof save>;
const nothing = { templateId: null, answers: [], labourMinutes: null, parts: [], signature: null };
const inWork = (more = {}) => server.aWorkOrder({ state: 'PROCESSING', ...more });
const saved = (id: string, version: number, changes: Partial<Save>) => ({
  id,
  version,
  clientId: newId(),
  ...nothing,
  ...changes,
});
const picture = async (id: string, kind: 'WORK' | 'CHECK' | 'SIGNATURE') => {
  const picture1 = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const input = { id, kind, clientId: newId() };
  const { pictures } = await server.ok(workOrderPictureCalls.addPictures, mallAdmin, input, {
    files: { picture1 },
  });
  return pictures[0]!.id;
};
const resolve = async (id: string, resolution: 'FIXED' | 'WITHDRAWN' = 'FIXED') => {
  const { version } = await server.ok(workOrderCalls.detail, mallAdmin, { id });
  return await server.send(workOrderActCalls.resolve, mallAdmin, { id, version, resolution });
};

test('an order keeps the points with which its work began, whatever becomes of the template', async () => {
  const item = aPoint();
  const template = await server.aChecklist({ companyId: companyIds.agent, items: [item] });
  const { id } = await inWork();
  const answers = [{ itemId: item.id, value: true }];
  const work = await server.ok(save, mallAdmin, saved(id, 0, { templateId: template.id, answers }));
  expect(work).toMatchObject({ version: 1, checklist: { name: template.name, items: [item] } });
  await server.asOwner((sql) => sql`update checklists set items = '[]', version = 2, deleted_at = now()`);
  const again = await server.ok(save, mallAdmin, saved(id, 1, { templateId: template.id, answers }));
  expect(again).toMatchObject({ version: 2, checklist: { version: 1, items: [item] }, answers });
});

test('work on an older version is refused, and the same save again changes nothing', async () => {
  const { id } = await inWork();
  const first = saved(id, 0, { labourMinutes: 30 });
  expect((await server.ok(save, mallAdmin, first)).version).toBe(1);
  expect((await server.send(save, mallAdmin, saved(id, 0, {}))).code).toBe(errors.changedMeanwhile.code);
  const repeated = await Promise.all(Array.from({ length: 5 }, () => server.ok(save, mallAdmin, first)));
  expect(repeated.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
  const { events } = await server.ok(workOrderCalls.detail, mallAdmin, { id });
  expect(events.filter(({ kind }) => kind === 'WORKED')).toHaveLength(1);
});

test('only an order in work takes work, and a foreign one does not exist', async () => {
  const { id } = await server.aWorkOrder();
  expect((await server.send(save, mallAdmin, saved(id, 0, {}))).code).toBe(errors.orderState.code);
  const own = await inWork();
  expect((await server.send(save, otherAdmin, saved(own.id, 0, {}))).code).toBe(errors.notFound.code);
  expect((await server.send(detail, otherAdmin, { id: own.id })).code).toBe(errors.notFound.code);
});

test('answers, pictures, templates and parts that do not belong to the order are refused', async () => {
  const item = aPoint({ kind: 'PHOTO' });
  const { id: templateId } = await server.aChecklist({ items: [item] });
  const foreign = await server.aChecklist({ companyId: companyIds.other });
  const { id } = await inWork();
  const other = await inWork();
  const strange = await picture(other.id, 'SIGNATURE');
  const code = async (changes: Partial<Save>) => {
    const { data, code: status } = await server.send(save, mallAdmin, saved(id, 0, changes));
    const reasons = (data as unknown as { reasons?: Record<string, { code: string }> } | null)?.reasons ?? {};
    return Object.values(reasons)[0]?.code ?? status;
  };
  expect(await code({ answers: [{ itemId: item.id, value: true }] })).toBe('NO_SUCH_CHECK');
  expect(await code({ templateId, answers: [{ itemId: item.id, value: true }] })).toBe('WRONG_ANSWER');
  expect(await code({ templateId, answers: [{ itemId: item.id, value: [strange] }] })).toBe(
    'NO_SUCH_PICTURE',
  );
  expect(await code({ signature: { name: 'Li', pictureId: strange } })).toBe('NO_SUCH_PICTURE');
  expect(await code({ templateId: foreign.id })).toBe(errors.notFound.code);
  expect(await code({ parts: [{ partId: newId(), quantity: 1 }] })).toBe(errors.notFound.code);
});

test('a failed point makes an order of its own, once', async () => {
  const item = aPoint({
    kind: 'NUMBER',
    text: 'Tyre pressure',
    unit: 'bar',
    min: 2,
    max: 3,
    makesOrder: true,
  });
  const { id: templateId } = await server.aChecklist({ items: [item] });
  const device = await server.aDevice();
  const { id } = await inWork({ deviceId: device.id });
  const answers = (value: number) => [{ itemId: item.id, value, note: 'Valve leaks' }];
  const fine = await server.ok(save, mallAdmin, saved(id, 0, { templateId, answers: answers(2.5) }));
  expect(fine.followUps).toEqual([]);
  const failed = await server.ok(save, mallAdmin, saved(id, 1, { templateId, answers: answers(1.2) }));
  expect(failed.followUps).toMatchObject([{ itemId: item.id }]);
  const again = await server.ok(save, mallAdmin, saved(id, 2, { templateId, answers: answers(1.1) }));
  expect(again.followUps).toEqual(failed.followUps);
  const made = await server.ok(workOrderCalls.detail, mallAdmin, { id: failed.followUps[0]!.id });
  expect(made).toMatchObject({ origin: 'INSPECTION', name: 'Tyre pressure', device: { id: device.id } });
  expect(made.description).toContain('1.2 bar (2–3). Valve leaks');
});

test('an order is resolved only with its required points, picture and signature', async () => {
  const item = aPoint({ text: 'Brush turns' });
  const optional = aPoint({ required: false });
  const template = { items: [item, optional], requiresSignature: true, requiresPhoto: true };
  const { id: templateId } = await server.aChecklist(template);
  // Named by its plan: the points are required before the first save.
  const { id } = await inWork({ templateId });
  const refused = await resolve(id);
  expect(refused.code).toBe(errors.invalid.code);
  expect(refused.data).toMatchObject({
    reasons: {
      [`answers.${item.id}`]: { code: 'CHECK_MISSING', params: { point: 'Brush turns' } },
      pictures: { code: 'WORK_PHOTO_MISSING' },
      signature: { code: 'SIGNATURE_MISSING' },
    },
  });
  const answers = [{ itemId: item.id, value: false }];
  await picture(id, 'WORK');
  await server.ok(save, mallAdmin, saved(id, 0, { templateId, answers }));
  expect(Object.keys((await resolve(id)).data)).toEqual(['fields', 'reasons']);
  const pictureId = await picture(id, 'SIGNATURE');
  const signature = { name: 'Li Wei', pictureId };
  await server.ok(save, mallAdmin, saved(id, 1, { templateId, answers, signature }));
  expect((await resolve(id)).code).toBe(200);
});

test('a signature does not cover answers and parts that change after it', async () => {
  const item = aPoint();
  const { id: templateId } = await server.aChecklist({ items: [item] });
  const part = await server.aSparePart();
  const { id } = await inWork();
  const signature = { name: 'Li Wei', pictureId: await picture(id, 'SIGNATURE') };
  const yes = { templateId, answers: [{ itemId: item.id, value: true }], signature };
  const signatureAfter = async (version: number, changes: Partial<Save>) =>
    (await server.ok(save, mallAdmin, saved(id, version, changes))).signature;
  const signed = await signatureAfter(0, yes);
  expect(signed).toMatchObject(signature);
  // Labour is not shown to the signer.
  expect(await signatureAfter(1, { ...yes, labourMinutes: 20 })).toEqual(signed);
  expect(await signatureAfter(2, { ...yes, answers: [{ itemId: item.id, value: false }] })).toBeNull();
  expect(await signatureAfter(3, yes)).toMatchObject(signature);
  expect(await signatureAfter(4, { ...yes, parts: [{ partId: part.id, quantity: 1 }] })).toBeNull();
  const { events } = await server.ok(workOrderCalls.detail, mallAdmin, { id });
  // The newest first.
  const signers = events.flatMap(({ changes }) => changes['signature'] ?? []);
  expect(signers).toEqual(['', 'Li Wei', '', 'Li Wei']);
});

test('a withdrawn order needs no checklist', async () => {
  const { id: templateId } = await server.aChecklist();
  const { id } = await inWork({ templateId });
  expect((await resolve(id, 'WITHDRAWN')).code).toBe(200);
});

test('labour of a company above, and the cost of parts, are hidden from the terminal', async () => {
  const part = await server.aSparePart({ companyId: companyIds.provider, name: 'Main brush' });
  await server.asOwner(
    (sql) => sql`insert into spare_part_prices (id, company_id, part_id, amount, currency)
      values (gen_random_uuid(), ${companyIds.provider}, ${part.id}, 12.5, 'EUR')`,
  );
  const { id } = await inWork();
  const parts = [{ partId: part.id, quantity: 2 }];
  const agents = await server.ok(save, agentAdmin, saved(id, 0, { labourMinutes: 4711, parts }));
  expect(agents).toMatchObject({ labour: { mine: 4711, list: [{ minutes: 4711, mine: true }] }, cost: [] });
  const terminals = await server.ok(save, mallAdmin, saved(id, 1, { labourMinutes: 15, parts }));
  expect(terminals.labour).toMatchObject({ mine: 15, list: [{ minutes: 15, mine: true }] });
  expect(terminals).toMatchObject({ parts: [{ name: 'Main brush', quantity: 2 }], cost: [] });
  const above = await server.ok(detail, superAdmin, { id });
  expect(above.labour.list.map(({ minutes }) => minutes).toSorted((a, b) => a - b)).toEqual([15, 4711]);
  expect(above.cost).toEqual([{ currency: 'EUR', amount: 25 }]);
  const texts = JSON.stringify(await server.ok(workOrderCalls.detail, mallAdmin, { id }));
  expect(texts).not.toContain('4711');
});

test('the maintenance record of a repaired order names the parts that it used', async () => {
  const device = await server.aDevice();
  const part = await server.aSparePart({ number: 'B-1', name: 'Main brush' });
  const { id } = await inWork({ deviceId: device.id });
  await server.ok(save, mallAdmin, saved(id, 0, { parts: [{ partId: part.id, quantity: 2 }] }));
  await resolve(id);
  const { list } = await server.ok(maintenanceRecordCalls.list, mallAdmin, { deviceId: device.id });
  expect(list).toMatchObject([{ parts: [{ number: 'B-1', name: 'Main brush', quantity: 2 }] }]);
});

test('the order keeps the reset of a used part and shows its command', async () => {
  const device = await server.aDevice();
  const part = await server.aSparePart({ consumable: 'mainBrush' });
  const { id } = await inWork({ deviceId: device.id });
  const parts = [{ partId: part.id, quantity: 1 }];
  const { parts: used } = await server.ok(save, mallAdmin, saved(id, 0, { parts }));
  const usedPartId = used[0]!.id;
  const command = { deviceId: device.id, type: 'consumable.reset', status: 'QUEUED' as const };
  const wrong = await server.aCommand({ ...command, params: { id: 'filter' } });
  const refused = await server.send(linkReset, mallAdmin, { id, usedPartId, commandId: wrong.id });
  expect(refused.data).toMatchObject({ reasons: { commandId: { code: 'NOT_RESET_OF_PART' } } });
  const right = await server.aCommand({ ...command, params: { id: 'mainBrush' } });
  const linked = await server.ok(linkReset, mallAdmin, { id, usedPartId, commandId: right.id });
  expect(linked.parts).toMatchObject([{ reset: { id: right.id, status: 'QUEUED' } }]);
  // A later save keeps it.
  const after = await server.ok(save, mallAdmin, saved(id, 1, { parts }));
  expect(after.parts).toMatchObject([{ reset: { id: right.id } }]);
});
