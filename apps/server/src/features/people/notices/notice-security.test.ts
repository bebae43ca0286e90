import { accountCalls, authCalls, noticeCalls } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { password, people, type Person } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();
beforeEach(() => server.clock.advance(60_000));

/** Signs in, ends another session if there is one, and returns the person with the new token. */
async function signIn({ username, ...person }: Person): Promise<Person> {
  const answer = await server.send(authCalls.login, undefined, { username, password });
  if ('session' in answer.data) return { ...person, username, token: answer.data.session };
  const { confirmToken } = answer.data;
  const { data } = await server.send(authCalls.confirm, undefined, { confirmToken });
  return { ...person, username, token: data.session };
}
const noticesOf = async (who: Person) =>
  (await server.ok(noticeCalls.systemList, who, {})).list.map(({ content }) => content);
const forgetPlaces = () => server.asOwner((sql) => sql`update known_places set hash = 'elsewhere ' || kind`);

test('a sign-in from a new address sends a notice to its account only; the first and a known address do not', async () => {
  await signIn(people.reader);
  const again = await signIn(people.reader);
  expect(await noticesOf(again)).toEqual([]);
  await forgetPlaces();
  const elsewhere = await signIn(people.reader);
  expect(await noticesOf(elsewhere)).toEqual([
    'Your account was signed in from a new address: 127.0.0.1. If it was not you, change your password',
  ]);
  expect(await noticesOf(people.mallAdmin)).toEqual([]);
});

test('a password reset sends the account a notice with the name of the administrator', async () => {
  await server.ok(accountCalls.resetPassword, people.agentAdmin, { id: people.reader.id });
  const rows = await server.asOwner((sql) => sql`select account_id, template, params from notices`);
  expect(rows).toMatchObject([
    { account_id: people.reader.id, template: 'passwordReset', params: { by: 'Nick agentAdmin' } },
  ]);
  expect(await noticesOf(people.mallAdmin)).toEqual([]);
});

test('the tests of this file cause no server fault', () => {
  expect(server.faults).toEqual([]);
});
