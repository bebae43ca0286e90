import { allCalls, errors, urlOf, type Call, fieldReasons } from '@sweepline/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { companyIds, people } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';
import { makers, type Feature } from '../test-kit/record-makers.ts';
import { fieldsOf, nowhere, referencesOf, sampleOf } from '../test-kit/sample.ts';

const calls = Object.entries(allCalls).flatMap(([feature, group]) =>
  Object.entries<Call>(group).map(([name, call]) => ({ feature: feature as Feature, name, call })),
);
const guarded = calls.filter(({ call }) => call.allow !== 'everyone');
const permitted = guarded.filter(({ call }) => call.allow !== 'signedIn');
const writes = calls.filter(({ call }) => call.method === 'POST');

const server = sharedTestServer();
const records: Partial<Record<Feature, string>> = {};
beforeAll(async () => {
  for (const [feature, make] of Object.entries(makers)) {
    if (typeof make !== 'string') records[feature as Feature] = (await make(server, companyIds.mall)).id;
  }
});

/** Dead letters come from robots, not from calls: on an outside broker those of other tests arrive meanwhile. */
const rowsByTable = () =>
  server.asOwner(async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not relispartition and relname not like 'audit%' and relname <> 'dead_letters'`;
    const counts = tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`)
      .join(' union all ');
    return await sql.unsafe(`${counts} order by 1`);
  });

/** The feature of the record that a field names. */
const referenced: Record<string, Feature> = {
  deviceId: 'devices',
  mapId: 'maps',
  taskId: 'tasks',
  siteId: 'sites',
  companyId: 'companies',
};

// Fastify refuses a second handler for an address when the server starts.
test.each(calls)('$feature $name has a handler', ({ call }) => {
  expect(server.app.hasRoute({ method: call.method, url: urlOf(call) })).toBe(true);
});

test.each(guarded)('$feature $name refuses a caller without a session', async ({ call }) => {
  const answer = await server.send(call, undefined, sampleOf(call));
  expect(answer).toMatchObject({ code: errors.signedOut.code, data: null });
});

test.each(permitted)('$feature $name refuses an account without the permission', async ({ call }) => {
  expect(await server.send(call, people.bare, sampleOf(call))).toMatchObject({
    code: errors.forbidden.code,
    msg: errors.forbidden.texts.en,
    data: null,
  });
});

describe('another company’s record is refused like a missing one', () => {
  // A call for super admins only is forbidden to every company, whatever record it names.
  const companies = guarded.filter(({ call }) => call.allow !== 'superAdmin');
  const byId = companies.flatMap(({ feature, name, call }) =>
    fieldsOf(call)
      .filter((field) => field === 'id' || field === 'hash')
      .map((field) => ({ feature, name, call, field })),
  );

  test.each(byId)('$feature $name', async ({ feature, call, field }) => {
    const answerTo = async (id: string) => {
      const { requestId: _requestId, ...answer } = await server.send(call, people.otherAdmin, {
        ...sampleOf(call),
        [field]: id,
      });
      return answer;
    };
    const record = records[feature];
    expect(record).toBeDefined();
    const hidden = await answerTo(record ?? '');
    expect(hidden.code).toBe(errors.notFound.code);
    expect(hidden).toEqual(await answerTo(nowhere));
  });

  const byReference = guarded.flatMap(({ feature, name, call }) =>
    referencesOf(call).map((field) => ({ feature, name, call, field })),
  );

  test.each(byReference)('$feature $name, named by $field', async ({ feature, call, field }) => {
    const record = records[referenced[field] ?? feature];
    expect(record).toBeDefined();
    const own = { company: companyIds.other, id: nowhere };
    const sample = {
      ...sampleOf(call),
      ...(field !== 'companyId' && 'companyId' in sampleOf(call) && { companyId: own.company }),
    };
    const answer = await server.send(call, people.otherAdmin, { ...sample, [field]: record });
    // A list or a chart filtered by a hidden record is empty; any other call is refused.
    if (call.kind === 'bytes') expect(String(answer.data).trim().split('\n')).toHaveLength(1);
    else if (answer.code === 200 && call === allCalls.audit.bars)
      expect(answer.data).toMatchObject({ bars: [] });
    else if (answer.code === 200) expect(answer.data).toMatchObject({ list: [], total: 0 });
    else expect([errors.notFound.code, errors.invalid.code]).toContain(answer.code);
  });
});

describe('input that the contract does not describe is refused and nothing is stored', () => {
  let before: Awaited<ReturnType<typeof rowsByTable>>;
  beforeAll(async () => void (before = await rowsByTable()));

  test.each(writes)('$feature $name refuses an unknown field and names it', async ({ call }) => {
    const answer = await server.send(call, people.superAdmin, { ...sampleOf(call), surprise: 'x' });
    expect(answer).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { surprise: fieldReasons.UNKNOWN_FIELD.en } },
    });
  });

  const typed = writes.filter(({ call }) => call.kind !== 'multipart' && fieldsOf(call).length > 0);
  test.each(typed)('$feature $name refuses each field with a wrong type', async ({ call }) => {
    for (const field of fieldsOf(call)) {
      for (const wrong of [{ a: 1 }, [[]]]) {
        const answer = await server.send(call, people.superAdmin, { ...sampleOf(call), [field]: wrong });
        expect(answer.code, field).toBe(errors.invalid.code);
        expect(Object.keys((answer.data as unknown as { fields: object }).fields).join(), field).toContain(
          field,
        );
      }
    }
  });

  const demanding = writes.filter(
    ({ call }) => call.kind !== 'multipart' && Object.keys(sampleOf(call)).length > 0,
  );
  test.each(demanding)('$feature $name refuses a body without its required fields', async ({ call }) => {
    const answer = await server.send(call, people.superAdmin, {});
    expect(answer.code).toBe(errors.invalid.code);
  });

  // Counted once after all calls: stored rows would still be there.
  test('none of them stored anything', async () => {
    expect(await rowsByTable()).toEqual(before);
  });
});

test('a body that is not a JSON object is refused', async () => {
  const post = async (payload: string, type = 'application/json') =>
    await server.app.inject({
      method: 'POST',
      url: `/api/${allCalls.devices.list.path}`,
      headers: { authorization: people.superAdmin.token, 'content-type': type },
      payload,
    });
  expect((await post('{"page":')).statusCode).toBe(400);
  expect((await post('[]')).json().code).toBe(errors.invalid.code);
  expect((await post('"text"')).json().code).toBe(errors.invalid.code);
  expect((await post('{}', 'text/xml')).statusCode).toBe(415);
  expect((await post(`{"keyword":"${'x'.repeat(2_000_000)}"}`)).statusCode).toBe(413);
  expect((await post('{"__proto__":{"page":1}}')).statusCode).toBe(400);
});

test('an unknown address is answered with 404 in the envelope', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/service/nothing',
    headers: { lang: 'de' },
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: errors.notFound.code, msg: errors.notFound.texts.ge });
});

test('these tests caused no internal error', () => {
  expect(server.faults).toEqual([]);
});
