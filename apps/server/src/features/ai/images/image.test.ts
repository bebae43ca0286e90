import { aiImageCalls, errors, type AiShape } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { mallAdmin, superAdmin, otherAdmin } = people;
const server = testServer();
const box = (classId = 'liquid', over: object = {}): AiShape =>
  ({ id: crypto.randomUUID(), kind: 'BOX', classId, from: [0.1, 0.1], to: [0.4, 0.5], ...over }) as AiShape;
const polygon = (ring: [number, number][]): AiShape => ({
  id: crypto.randomUUID(),
  kind: 'POLYGON',
  classId: 'liquid',
  ring,
  holes: [],
});

test('labels are saved at each act, and an act on an older revision is refused', async () => {
  const { id } = await server.anAiImage();
  const { label, detail } = aiImageCalls;
  const saved = await server.ok(label, mallAdmin, { id, revision: 0, shapes: [box()] });
  expect(saved).toMatchObject({ revision: 1, labelState: 'LABELLED', classIds: ['liquid'] });
  const stale = await server.send(label, superAdmin, { id, revision: 0, shapes: [box('paper')] });
  expect(stale.code).toBe(errors.aiLabelsChanged.code);
  expect(await server.ok(detail, superAdmin, { id })).toMatchObject({ revision: 1, shapes: saved.shapes });
  expect(await server.ok(label, mallAdmin, { id, revision: 1, shapes: [] })).toMatchObject({
    labelState: 'UNLABELLED',
  });
});

test.each<[string, AiShape]>([
  ['of an unknown class', box('cat')],
  ['without area', box('liquid', { to: [0.1, 0.5] })],
  [
    'that cross themselves',
    polygon([
      [0.1, 0.1],
      [0.5, 0.5],
      [0.5, 0.1],
      [0.1, 0.5],
    ]),
  ],
])('marks %s are refused', async (_name, shape) => {
  const { id } = await server.anAiImage();
  const refused = await server.send(aiImageCalls.label, mallAdmin, { id, revision: 0, shapes: [shape] });
  expect(refused.code).toBe(errors.invalid.code);
});

test('another person reviews labels, once, and sends them back with a note', async () => {
  const { id } = await server.anAiImage();
  await server.ok(aiImageCalls.label, mallAdmin, { id, revision: 0, shapes: [box()] });
  const back = { id, revision: 1, accept: false, note: 'The edge is missing' };
  expect((await server.send(aiImageCalls.review, mallAdmin, back)).code).toBe(errors.aiOwnReview.code);
  expect(await server.ok(aiImageCalls.review, superAdmin, back)).toMatchObject({
    labelState: 'SENT_BACK',
    note: 'The edge is missing',
    revision: 2,
  });
  const again = await server.send(aiImageCalls.review, superAdmin, { ...back, revision: 2 });
  expect(again.code).toBe(errors.wrongState.code);
});

test('images are kept, rejected and deleted together, and found by their filters', async () => {
  const project = await server.anAiProject();
  const ids = [];
  for (const camera of ['DOWN', 'FRONT'] as const)
    ids.push((await server.anAiImage({ projectId: project.id, camera })).id);
  const list = async (filters: object) =>
    (await server.ok(aiImageCalls.list, mallAdmin, { projectId: project.id, ...filters })).list.map(
      ({ id }) => id,
    );
  expect(await server.ok(aiImageCalls.reject, mallAdmin, { ids: [ids[0]!] })).toEqual({ count: 1 });
  expect(await list({ state: 'REJECTED' })).toEqual([ids[0]]);
  expect(await list({ camera: 'FRONT' })).toEqual([ids[1]]);
  await server.ok(aiImageCalls.label, mallAdmin, { id: ids[1]!, revision: 0, shapes: [box('paper')] });
  expect(await list({ classId: 'paper' })).toEqual([ids[1]]);
  const hidden = await server.send(aiImageCalls.remove, otherAdmin, { ids: ids as string[] });
  expect(hidden.code).toBe(errors.notFound.code);
  expect(await server.ok(aiImageCalls.remove, mallAdmin, { ids: ids as string[] })).toEqual({ count: 2 });
});

test('an export has originals and an index, and never images of two companies', async () => {
  const { id } = await server.anAiImage({ content: Buffer.from('original') });
  const zip = (await server.answerOf(aiImageCalls.export, mallAdmin, { ids: [id] })).rawPayload;
  expect(zip.includes(`images/${id}.jpg`)).toBe(true);
  expect(zip.includes('index.jsonl')).toBe(true);
  const other = await server.anAiImage({ companyId: companyIds.other });
  const mixed = await server.send(aiImageCalls.export, superAdmin, { ids: [id, other.id] });
  expect(mixed.code).toBe(errors.aiCompaniesMixed.code);
});

test('a company sees and deletes pictures of its floor, and a project of a company above stays hidden', async () => {
  const project = await server.anAiProject({ companyId: companyIds.provider });
  const { id } = await server.anAiImage({ projectId: project.id });
  expect(await server.ok(aiImageCalls.detail, mallAdmin, { id })).toMatchObject({
    projectName: null,
    classes: [],
  });
  const label = await server.send(aiImageCalls.label, mallAdmin, { id, revision: 0, shapes: [box()] });
  expect(label.code).toBe(errors.notFound.code);
  const refused = await server.send(aiImageCalls.keep, mallAdmin, { ids: [id] });
  expect(refused.code).toBe(errors.notFound.code);
  expect(await server.ok(aiImageCalls.keep, superAdmin, { ids: [id] })).toEqual({ count: 1 });
  expect(await server.ok(aiImageCalls.remove, mallAdmin, { ids: [id] })).toEqual({ count: 1 });
});
