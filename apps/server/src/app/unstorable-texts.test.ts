import {
  allCalls,
  deviceCalls,
  errorLogCalls,
  errors,
  invitationCalls,
  fieldReasons,
  type Call,
  type FrontError,
} from '@sweepline/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { inScope } from '../platform/db/db.ts';
import { people } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';
import { sampleOf } from '../test-kit/sample.ts';
import { textPlacesOf, withText } from '../test-kit/text-places.ts';

// The walk stores nothing, so it needs no reset before each of its calls.
const server = sharedTestServer();

const nul = 'a\0b';
const halfPair = 'a\ud83d';
const calls = Object.entries(allCalls).flatMap(([family, group]) =>
  Object.entries<Call>(group).map(([name, call]) => ({ name: `${family}.${name}`, call })),
);
// Once per call, because generating a schema takes longer than an answer.
const withTexts = calls
  .map((entry) => ({ ...entry, places: textPlacesOf(entry.call) }))
  .filter(({ places }) => places.length > 0);

test('the walk finds the text inputs of the contract', () => {
  expect(withTexts.flatMap(({ places }) => places).length).toBeGreaterThan(260);
});

// Queries and forms are sent as UTF-8, which cannot encode half a surrogate pair.
const textsFor = (call: Call) =>
  call.method === 'GET' || call.kind === 'multipart' ? [nul] : [nul, halfPair];

test.each(withTexts)(
  '$name refuses texts that cannot be stored, and names the field',
  async ({ call, places }) => {
    for (const path of places) {
      for (const text of textsFor(call)) {
        const answer = await server.send(call, people.superAdmin, withText(sampleOf(call), path, text));
        expect(answer.code, path.join('.')).toBe(errors.invalid.code);
        const { fields } = answer.data as unknown as { fields: Record<string, string> };
        const named = Object.keys(fields).find((name) => fields[name] === fieldReasons.CHARACTERS.en);
        // Forms and queries have no deeper fields.
        expect([path.join('.'), path[0]], JSON.stringify(fields)).toContain(named);
      }
    }
    expect(server.faults.splice(0)).toEqual([]);
  },
);

describe('texts that cannot be stored and rows', () => {
  beforeEach(() => server.reset());

  test('unknown fields whose names cannot be stored are refused under a name that can', async () => {
    const answer = await server.send(deviceCalls.list, people.superAdmin, { [nul]: 'x' });
    expect(answer).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { ab: fieldReasons.CHARACTERS.en } },
    });
  });

  test('a deeply nested body is refused without exhausting the stack', async () => {
    const depth = 100_000;
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/${deviceCalls.list.path}`,
      headers: { authorization: people.superAdmin.token, 'content-type': 'application/json' },
      payload: `{"keyword":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    });
    expect(answer.json()).toMatchObject({ code: errors.invalid.code });
    expect(server.faults).toEqual([]);
  });

  const audited = () =>
    server.asOwner(
      (sql) =>
        sql<{ record_id: string | null; address: string }[]>`select record_id, address from audit_entries`,
    );

  test('the audit contains twenty refusals and one with a NUL in its id', async () => {
    // The refusals of the tests before are stored first, and counted in one entry.
    server.clock.advance(60_000);
    await server.send(invitationCalls.accept, undefined, {});
    await server.db.writers.flush();
    const { length: before } = await audited();
    const refused = Array.from({ length: 20 }, () =>
      server.send(deviceCalls.remove, people.reader, sampleOf(deviceCalls.remove)),
    );
    const bad = server.send(invitationCalls.accept, undefined, { id: `${'x'.repeat(63)}\ud83d\ude00\0` });
    await Promise.all([...refused, bad]);
    await server.db.writers.flush();
    const entries = await audited();
    expect(entries.length - before).toBe(21);
    // The text is shortened, but not inside a surrogate pair.
    expect(entries.filter(({ record_id }) => record_id === 'x'.repeat(63))).toHaveLength(1);
    expect(server.faults).toEqual([]);
  });

  test('an error report with a NUL does not affect reports of other companies', async () => {
    const fault = (desc: string): FrontError => ({
      level: 'ERROR',
      desc,
      version: '1',
      product: 'console',
      pageUrl: '',
      extras: {},
    });
    const others = [people.mallAdmin, people.otherAdmin, people.agentAdmin, people.staff].flatMap((who) =>
      ['one', 'two'].map((desc) => server.send(errorLogCalls.save, who, fault(`${who.username} ${desc}`))),
    );
    const bad = await server.send(errorLogCalls.save, undefined, fault(nul));
    await Promise.all(others);
    await server.db.writers.flush();
    expect(bad).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { desc: fieldReasons.CHARACTERS.en } },
    });
    const stored = await server.asOwner((sql) => sql`select * from error_occurrences`);
    expect(stored).toHaveLength(8);
  });

  test('headers with texts that cannot be stored never reach a row', async () => {
    const headers = {
      'user-agent': `${'x'.repeat(299)}\0${nul}`,
      lang: nul,
      'idempotency-key': `12345678${nul}`,
      'x-forwarded-for': nul,
      'x-request-id': nul,
      'x-unasked': nul,
    };
    const refused = await server.send(deviceCalls.remove, people.reader, sampleOf(deviceCalls.remove), {
      headers,
    });
    expect(refused.code).toBe(errors.forbidden.code);
    const accepted = await server.send(deviceCalls.remove, people.superAdmin, sampleOf(deviceCalls.remove), {
      headers,
    });
    expect(accepted).toMatchObject({ data: { fields: { 'Idempotency-Key': expect.any(String) } } });
    await server.db.writers.flush();
    expect(await audited()).toHaveLength(2);
    expect(server.faults).toEqual([]);
  });

  test('the log of a failed statement contains neither its parameters nor the values of the row', async () => {
    const secret = 'what a person typed';
    const failing = (values: unknown[]) =>
      inScope(server.db, '*', (tx) =>
        tx.raw('insert into device_requests (id, manufacturer, sn) values ($1, $2, $3)', values),
      );
    for (const values of [
      [secret, 'a', 'b'],
      ['01900000-0000-7000-8999-000000000000', secret, '\0'],
    ]) {
      const error: unknown = await failing(values).catch((fault: unknown) => fault);
      server.app.log.error(error);
      server.app.log.error({ err: error }, 'a call failed');
      server.app.log.error({ error }, 'a row failed');
    }
    expect(server.faults).toHaveLength(6);
    expect(JSON.stringify(server.faults)).not.toContain(secret);
    expect(JSON.stringify(server.faults)).toContain('PostgresError');
  });
});
