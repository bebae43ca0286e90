import {
  boardFigureCalls,
  boardKindCalls,
  errors,
  fieldReasons,
  langs,
  siteTargetCalls,
  statisticsCalls,
  type Call,
} from '@sweepline/contract';
import { beforeAll, expect, test } from 'vitest';
import { reasonText } from '../../../../platform/calls/refusal-text.ts';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { fieldsOf } from '../../../../test-kit/sample.ts';
import { sharedTestServer } from '../../../../test-kit/test-server.ts';

const server = sharedTestServer();
const { mallAdmin, superAdmin } = people;
const january = { from: '2030-01-01', to: '2030-01-31' };

const { list: _list, save: _save, ...targetCalls } = siteTargetCalls;
/** Every call of the data board that answers with figures. */
const calls = [statisticsCalls, boardFigureCalls, boardKindCalls, targetCalls].flatMap((group) =>
  Object.values<Call>(group).map((call) => ({ path: call.path, call })),
);
const ofPeriod = calls.filter(({ call }) => fieldsOf(call).includes('from'));
const required = (call: Call) => ({
  ...(fieldsOf(call).includes('from') && january),
  ...(call === statisticsCalls.split && { by: 'site' }),
});
const ask = (call: Call, input: object, lang: (typeof langs)[number] = 'en') =>
  server.send(call, mallAdmin, { ...required(call), ...input }, { lang });

/** The names of the refused fields, with their reasons in a language. */
async function fieldsRefused(call: Call, input: object, lang: (typeof langs)[number] = 'en') {
  const { code, data } = await ask(call, input, lang);
  expect(code).toBe(errors.invalid.code);
  return (data as unknown as { fields: Record<string, string> }).fields;
}

test('the walk finds the calls of the data board', () => {
  expect(calls.length).toBeGreaterThan(18);
  expect(ofPeriod.length).toBeGreaterThan(15);
});

test.each(ofPeriod)('$path refuses a period that ends before it starts, at its end', async ({ call }) => {
  const backwards = { from: '2030-02-01', to: '2030-01-31' };
  expect(await fieldsRefused(call, backwards)).toEqual({ to: fieldReasons.ENDS_BEFORE_START.en });
  for (const lang of langs)
    expect(await fieldsRefused(call, backwards, lang)).toEqual({ to: fieldReasons.ENDS_BEFORE_START[lang] });
});

/** An export covers a month at most. */
const ofYears = ofPeriod.filter(({ call }) => call !== boardFigureCalls.exportCompanies);

test.each(ofYears)('$path refuses more than three years, at their start', async ({ call }) => {
  for (const lang of langs) {
    const fields = await fieldsRefused(call, { from: '2026-12-30', to: '2030-01-01' }, lang);
    expect(fields).toEqual({ from: reasonText({ code: 'TOO_MANY_DAYS', params: { days: 1098 } }, lang) });
  }
  expect((await ask(call, { from: '2027-01-01', to: '2029-12-31' })).code).toBe(200);
});

test.each([statisticsCalls.chart, boardFigureCalls.online])(
  '$path refuses an unknown step at its field',
  async (call) => {
    for (const step of ['hour', 'year', ''])
      expect(Object.keys(await fieldsRefused(call, { step }))).toEqual(['step']);
  },
);

test('a ranking of other than five or ten robots is refused at its field', async () => {
  for (const top of [0, 6, 11, 200])
    expect(Object.keys(await fieldsRefused(statisticsCalls.ranking, { top }))).toEqual(['top']);
  for (const top of [5, 10]) expect((await ask(statisticsCalls.ranking, { top })).code).toBe(200);
});

/** A company, a site, a robot and a group that the reader does not see, and their names in the calls. */
let hidden: Record<string, string>;
const owners = ['companyId', 'parentId', 'siteId', 'deviceId', 'groupId'];
beforeAll(async () => {
  const companyId = companyIds.other;
  const { id: siteId } = await server.aSite({ companyId });
  const { id: deviceId } = await server.aDevice({ companyId, siteId });
  const { id: groupId } = await server.aGroup({ companyId });
  hidden = { companyId, parentId: companyId, siteId, deviceId, groupId };
});
const byOwner = calls.flatMap(({ path, call }) =>
  owners.filter((field) => fieldsOf(call).includes(field)).map((field) => ({ path, call, field })),
);

test.each(byOwner)('$path answers a hidden $field like a missing one', async ({ call, field }) => {
  for (const id of [hidden[field], server.newId()]) {
    const { code, data } = await ask(call, { [field]: id });
    expect({ code, data }).toEqual({ code: errors.notFound.code, data: null });
  }
  const seen = await server.send(call, superAdmin, { ...required(call), [field]: hidden[field] });
  expect(seen.code).toBe(200);
});
