import { boardLayoutCalls, errors, type PlacedBlock } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { current, save, reset } = boardLayoutCalls;
const { mallAdmin, agentAdmin, otherAdmin, reader } = people;
const server = testServer();

const setFeature = (company: string, feature: 0 | 1) =>
  server.asOwner((sql) => sql`update companies set feature = ${feature} where id = ${company}`);
beforeEach(() => setFeature(companyIds.mall, 1));

const two: PlacedBlock[] = [
  { block: 'needs', width: 3 },
  { block: 'area', width: 2, period: 'month' },
];

test('a company without a layout has the standard view', async () => {
  expect(await server.ok(current, mallAdmin, {})).toEqual({
    blocks: null,
    version: 0,
    updatedAt: null,
    updatedBy: '',
  });
});

test('a layout is that of its company only, with the names of its sites', async () => {
  const { id: siteId } = await server.aSite({ name: 'North' });
  const blocks = [...two, { block: 'completion' as const, width: 1 as const, siteId }];
  const saved = await server.ok(save, mallAdmin, { version: 0, blocks });
  expect(saved).toMatchObject({ version: 1, updatedBy: 'mallAdmin' });
  expect(saved.blocks).toEqual([
    { ...two[0], siteName: null },
    { ...two[1], siteName: null },
    { ...blocks[2], siteName: 'North' },
  ]);
  expect(await server.ok(current, mallAdmin, {})).toEqual(saved);
  for (const company of [companyIds.agent, companyIds.other]) await setFeature(company, 1);
  for (const person of [agentAdmin, otherAdmin])
    expect((await server.ok(current, person, {})).blocks).toBeNull();
  await server.asOwner((sql) => sql`delete from sites where id = ${siteId}`);
  expect((await server.ok(current, mallAdmin, {})).blocks?.[2]).toMatchObject({ siteId, siteName: null });
});

test('a save or a reset on an older version is refused with who saved and when', async () => {
  await server.ok(save, mallAdmin, { version: 0, blocks: two });
  for (const version of [0, 4]) {
    const answer = await server.send(save, mallAdmin, { version, blocks: [] });
    expect(answer.code).toBe(errors.changedMeanwhile.code);
    expect(answer.msg).toContain('mallAdmin');
  }
  expect((await server.send(reset, mallAdmin, { version: 0 })).code).toBe(errors.changedMeanwhile.code);
  expect(await server.ok(reset, mallAdmin, { version: 1 })).toMatchObject({ blocks: null, version: 2 });
  expect((await server.send(save, mallAdmin, { version: 1, blocks: two })).code).toBe(
    errors.changedMeanwhile.code,
  );
  expect((await server.ok(save, mallAdmin, { version: 2, blocks: two })).version).toBe(3);
});

test('of two first saves at the same time one is refused', async () => {
  const codes = await Promise.all(
    [two, []].map(async (blocks) => (await server.send(save, mallAdmin, { version: 0, blocks })).code),
  );
  expect(codes.sort()).toEqual([200, errors.changedMeanwhile.code].sort());
});

test.each([
  ['an unknown block', [{ block: 'weather', width: 1 }], 'blocks.0.block'],
  ['a width above three columns', [{ block: 'area', width: 4 }], 'blocks.0.width'],
  ['more than 24 blocks', Array.from({ length: 25 }, () => ({ block: 'area', width: 1 })), 'blocks'],
])('%s is refused at its field', async (_what, blocks, field) => {
  const answer = await server.send(save, mallAdmin, { version: 0, blocks });
  expect(answer.code).toBe(errors.invalid.code);
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field]);
});

test('a site of another company is answered as missing', async () => {
  const { id: siteId } = await server.aSite({ companyId: companyIds.other });
  const blocks = [{ block: 'area', width: 1, siteId }];
  expect((await server.send(save, mallAdmin, { version: 0, blocks })).code).toBe(errors.notFound.code);
});

test('a company with the standard view cannot save a layout, and a saved one does not apply', async () => {
  await server.ok(save, mallAdmin, { version: 0, blocks: two });
  await setFeature(companyIds.mall, 0);
  expect(await server.ok(current, mallAdmin, {})).toMatchObject({ blocks: null, version: 1 });
  expect((await server.send(save, mallAdmin, { version: 1, blocks: two })).msg).toBe(
    errors.wrongState.texts.en,
  );
  expect((await server.send(save, reader, { version: 1, blocks: two })).code).toBe(errors.forbidden.code);
});
