import { createHash } from 'node:crypto';
import { aiModelCalls, aiProjectCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { mallAdmin, otherAdmin } = people;
const server = testServer();
const { approve, retire, detail, compare, list, download } = aiModelCalls;

test('a model that is good enough is approved once, and retired', async () => {
  const { id } = await server.anAiModel();
  expect(await server.ok(approve, mallAdmin, { id })).toMatchObject({
    state: 'APPROVED',
    approvedBy: mallAdmin.username,
    gate: [],
  });
  expect((await server.send(approve, mallAdmin, { id })).code).toBe(errors.wrongState.code);
  expect(await server.ok(retire, mallAdmin, { id })).toMatchObject({ state: 'RETIRED' });
  expect((await server.send(retire, mallAdmin, { id })).code).toBe(errors.wrongState.code);
});

test.each([
  ['recognises a class too badly', { right: 55, baselineRight: 40 }, 'clean floor (0.55), Liquid (0.55)'],
  ['is worse than its baseline', { right: 80, baselineRight: 85 }, 'F1 0.80'],
])('a model that %s is refused in words', async (_name, figures, words) => {
  const { id } = await server.anAiModel(figures);
  const refused = await server.send(approve, mallAdmin, { id });
  expect(refused.code).toBe(errors.aiModelWeak.code);
  expect(refused.msg).toContain(words);
  expect((await server.ok(detail, mallAdmin, { id })).state).toBe('EVALUATED');
});

test('two models are compared on one version only', async () => {
  const one = await server.anAiModel();
  const { datasetId, projectId } = one;
  const other = await server.anAiModel({ datasetId, projectId, number: 2, right: 70 });
  const pair = await server.ok(compare, mallAdmin, { id: one.id, otherId: other.id });
  expect([pair.one.f1, pair.other.f1]).toEqual([0.9, 0.7]);
  const elsewhere = await server.anAiModel();
  const refused = await server.send(compare, mallAdmin, { id: one.id, otherId: elsewhere.id });
  expect(refused.code).toBe(errors.invalid.code);
  expect((await server.ok(list, mallAdmin, { projectId })).total).toBe(2);
});

test('the file is the one whose hash the card names, and its project is not deleted', async () => {
  const { id, sha256, projectId } = await server.anAiModel();
  const bytes = (await server.answerOf(download, mallAdmin, { id })).rawPayload;
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  expect((await server.send(download, otherAdmin, { id })).code).toBe(errors.notFound.code);
  const removal = await server.send(aiProjectCalls.remove, mallAdmin, { id: projectId });
  expect(removal.code).toBe(errors.aiModelsExist.code);
});
