import { activationCodeCalls, auditCalls, codeIn, codeInGroups, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();

const { superAdmin, agentAdmin, mallAdmin, otherAdmin, reader } = people;
const {
  list,
  batches,
  detail,
  people: recipients,
  generate,
  update,
  link,
  linkBatch,
  revoke,
} = activationCodeCalls;
const exportCall = activationCodeCalls.export;

const batchInput = { count: 3, model: 'J30', usageType: 'LEASE', batchName: 'Autumn', useDays: 365 } as const;
const generated = async (overrides: object = {}, by = agentAdmin) =>
  await server.ok(generate, by, { ...batchInput, ...overrides });
const all = async (by = agentAdmin, filter: object = {}) =>
  (await server.ok(list, by, { pageSize: 99, ...filter })).list;

test('a batch has the requested number of codes, each readable, with a check digit and unique', async () => {
  const { batchId, count } = await generated({ count: 40 });
  expect(count).toBe(40);
  const codes = await all(agentAdmin, { batchId });
  expect(new Set(codes.map(({ code }) => code)).size).toBe(40);
  for (const { code } of codes) expect(codeIn(codeInGroups(code).toLowerCase())).toBe(code);
  expect(codes[0]).toMatchObject({
    state: 'UNUSED',
    model: 'J30',
    usageType: 'LEASE',
    useDays: 365,
    useUntil: null,
    companyId: companyIds.agent,
    linkedAt: null,
    batch: { name: 'Autumn' },
    createdBy: 'agentAdmin',
  });
  const [batch] = (await server.ok(batches, agentAdmin, {})).list;
  expect(batch).toMatchObject({ id: batchId, name: 'Autumn', total: 40, unused: 40, used: 0, failed: 0 });
});

test('a batch of ten thousand is created in one call, and a larger one is refused', async () => {
  const { batchId } = await generated({ count: 10_000 });
  expect((await server.ok(list, agentAdmin, { batchId })).total).toBe(10_000);
  expect((await server.send(generate, agentAdmin, { ...batchInput, count: 10_001 })).code).toBe(
    errors.invalid.code,
  );
  const csv = String((await server.send(exportCall, agentAdmin, { batchId })).data);
  expect(csv.trim().split('\r\n')).toHaveLength(10_001);
});

test('the database contains no code in plain text', async () => {
  const { code } = await server.aCode();
  const rows = await server.asOwner(
    (sql) => sql`select activation_codes::text as text from activation_codes`,
  );
  expect(rows).toHaveLength(1);
  for (const part of [code, code.slice(0, 8), code.slice(4, 12)]) expect(rows[0]?.text).not.toContain(part);
  const changes = await server.asOwner((sql) => sql`select after::text as text from audit_changes`);
  for (const { text } of changes) expect(text).not.toContain(code);
});

test('a code is found in any spelling, and by its last characters, its batch and the serial number of its robot', async () => {
  const { code, id } = await server.aCode({ batchName: 'Pilot', sn: 'J30C0042', state: 'USED' });
  await server.aCode();
  const idsOf = async (keyword: string) => (await all(mallAdmin, { keyword })).map((row) => row.id);
  for (const typed of [
    code,
    codeInGroups(code).toLowerCase(),
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ])
    expect(await idsOf(typed)).toEqual([id]);
  expect(await idsOf(code.slice(-4).toLowerCase())).toContain(id);
  expect(await idsOf('pilo')).toEqual([id]);
  expect(await idsOf('j30c0042')).toEqual([id]);
});

test('an unused code is EXPIRED after validUntil without a write', async () => {
  const validUntil = new Date(server.clock().getTime() + 3_600_000).toISOString();
  const { id } = await server.aCode({ validUntil });
  expect(await all(mallAdmin, { state: ['UNUSED'] })).toHaveLength(1);
  server.clock.advance(3_600_000);
  expect(await all(mallAdmin, { state: ['EXPIRED'] })).toMatchObject([{ id, state: 'EXPIRED' }]);
  const { results } = await server.ok(link, mallAdmin, { ids: [id], companyId: companyIds.mall });
  expect(results).toEqual([{ id, done: false }]);
});

test('contradicting terms and dates in the past are refused at their field', async () => {
  const refusal = async (terms: object) =>
    (await server.send(generate, agentAdmin, { ...batchInput, ...terms })).data;
  const past = '2029-01-01T00:00:00.000Z';
  expect(await refusal({ useUntil: '2031-01-01T00:00:00.000Z' })).toMatchObject({
    fields: { useUntil: expect.any(String) },
  });
  expect(await refusal({ useDays: null, useUntil: past })).toMatchObject({
    reasons: { useUntil: { code: 'NOT_IN_FUTURE' } },
  });
  expect(await refusal({ validUntil: past })).toMatchObject({
    reasons: { validUntil: { code: 'NOT_IN_FUTURE' } },
  });
  expect(await refusal({ companyId: companyIds.other })).toMatchObject({
    fields: { companyId: expect.any(String) },
  });
  expect(await refusal({ noticeToId: otherAdmin.id })).toMatchObject({
    fields: { noticeToId: expect.any(String) },
  });
  expect(await refusal({ noticeToId: mallAdmin.id })).toMatchObject({
    fields: { noticeToId: expect.any(String) },
  });
  expect(await all()).toEqual([]);
});

test('linked codes are visible to their new company, and its recipients are the people who see it', async () => {
  const { batchId } = await generated();
  expect(await all(mallAdmin)).toEqual([]);
  const ids = (await all()).map(({ id }) => id);
  const { results } = await server.ok(link, agentAdmin, { ids: ids.slice(0, 2), companyId: companyIds.mall });
  expect(results).toEqual(ids.slice(0, 2).map((id) => ({ id, done: true })));
  expect(await all(mallAdmin)).toMatchObject([{ companyName: 'Mall', linkedAt: expect.any(String) }, {}]);
  expect((await server.ok(batches, mallAdmin, {})).list).toMatchObject([{ id: batchId, total: 2 }]);
  expect(
    (await server.ok(recipients, mallAdmin, { companyId: companyIds.mall })).list.map((row) => row.username),
  ).toEqual(expect.arrayContaining(['mallAdmin', 'reader']));
  expect(
    (await server.ok(linkBatch, agentAdmin, { batchId, companyId: companyIds.mall, count: 50 })).linked,
  ).toBe(1);
  const { events } = await server.ok(detail, agentAdmin, { id: ids[0]! });
  expect(events).toMatchObject([{ kind: 'LINKED', by: 'agentAdmin', company: 'Mall' }]);
  expect((await server.send(link, agentAdmin, { ids, companyId: companyIds.other })).code).toBe(
    errors.invalid.code,
  );
});

test('a notice recipient who does not see the new company is removed with the link', async () => {
  const { id } = await server.aCode({ companyId: companyIds.mall, noticeToId: mallAdmin.id });
  const unaffected = await server.aCode({ companyId: companyIds.mall, noticeToId: superAdmin.id });
  await server.ok(link, superAdmin, { ids: [id, unaffected.id], companyId: companyIds.other });
  const rows = await all(superAdmin);
  expect(rows.find((row) => row.id === id)?.noticeTo).toBeNull();
  expect(rows.find((row) => row.id === unaffected.id)?.noticeTo).toMatchObject({ username: 'superAdmin' });
});

test('revoke reports a result per code, and a used code stays used', async () => {
  const [unused, used] = [await server.aCode(), await server.aCode({ state: 'USED', sn: 'J30C0001' })];
  const { results } = await server.ok(revoke, mallAdmin, { ids: [unused.id, used.id] });
  expect(results).toEqual([
    { id: unused.id, done: true },
    { id: used.id, done: false },
  ]);
  expect((await server.ok(detail, mallAdmin, { id: unused.id })).code).toMatchObject({
    state: 'FAILED',
    failedBy: 'REVOKED',
  });
  const again = await server.ok(revoke, mallAdmin, { ids: [unused.id] });
  expect(again.results).toEqual([{ id: unused.id, done: false }]);
});

test('the terms of an unused code change with the current version only', async () => {
  const { id } = await server.aCode();
  const change = { id, version: 1, usageType: 'TRIAL', useDays: 30, noticeToId: reader.id } as const;
  expect(await server.ok(update, mallAdmin, change)).toMatchObject({
    usageType: 'TRIAL',
    useDays: 30,
    version: 2,
  });
  expect((await server.send(update, mallAdmin, change)).code).toBe(errors.changedMeanwhile.code);
  await server.ok(revoke, mallAdmin, { ids: [id] });
  expect((await server.send(update, mallAdmin, { ...change, version: 3 })).code).toBe(errors.wrongState.code);
  const updated = await server.ok(update, mallAdmin, { id, version: 3, noticeToId: null });
  expect(updated.noticeTo).toBeNull();
});

test('an export contains the filtered list or the plain codes, and is audited', async () => {
  const { code } = await server.aCode({ batchName: '=cmd' });
  const csv = String((await server.send(exportCall, mallAdmin, {})).data);
  expect(csv).toContain(codeInGroups(code));
  expect(csv).toContain("'=cmd");
  expect((await server.send(exportCall, mallAdmin, { form: 'text' })).data).toBe(`${codeInGroups(code)}\n`);
  const { list: entries } = await server.ok(auditCalls.list, mallAdmin, {
    from: '2030-01-01T00:00:00.000Z',
    to: '2030-01-31T00:00:00.000Z',
  });
  expect(entries.filter(({ action }) => action.includes('activation codes'))).toHaveLength(2);
  expect((await server.send(exportCall, reader, {})).code).toBe(errors.forbidden.code);
});
