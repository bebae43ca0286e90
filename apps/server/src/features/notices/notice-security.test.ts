import { accountCalls, authCalls, noticeCalls } from '@sweepline/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { password, people, startServer, type Person, type TestServer } from '../../test-kit/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.reset();
  server.clock.advance(60_000);
});
afterAll(() => server.stop());

/** Signs in whatever session is live, and answers as whom. */
async function signIn({ username, ...person }: Person): Promise<Person> {
  const answer = await server.send(authCalls.login, undefined, { username, password });
  if ('session' in answer.data) return { ...person, username, token: answer.data.session };
  const { confirmToken } = answer.data;
  const { data } = await server.send(authCalls.confirm, undefined, { confirmToken });
  return { ...person, username, token: data.session };
}
const told = async (who: Person) =>
  (await server.ok(noticeCalls.systemList, who, {})).list.map(({ content }) => content);
const forgetPlaces = () => server.asOwner((sql) => sql`update known_places set hash = 'elsewhere ' || kind`);

test('a sign-in from a new place is told to its owner, and to nobody else; the first and the known are not', async () => {
  await signIn(people.reader);
  const again = await signIn(people.reader);
  expect(await told(again)).toEqual([]);
  await forgetPlaces();
  const elsewhere = await signIn(people.reader);
  expect(await told(elsewhere)).toEqual([
    'Your account was signed in from a new address: 127.0.0.1. If it was not you, change your password',
  ]);
  expect(await told(people.mallAdmin)).toEqual([]);
});

test('whose password somebody reset is told who did', async () => {
  await server.ok(accountCalls.resetPassword, people.agentAdmin, { id: people.reader.id });
  const rows = await server.asOwner((sql) => sql`select account_id, template, params from notices`);
  expect(rows).toMatchObject([
    { account_id: people.reader.id, template: 'passwordReset', params: { by: 'Nick agentAdmin' } },
  ]);
  expect(await told(people.mallAdmin)).toEqual([]);
});

test('nothing in all this was a fault of ours', () => {
  expect(server.faults).toEqual([]);
});
