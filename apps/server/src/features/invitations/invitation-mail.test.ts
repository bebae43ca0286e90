import { invitationCalls, langs, permissions } from '@sweepline/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailSender } from '../../platform/documents/mail.ts';
import { openMailbox } from '../../test-kit/mailbox.ts';
import { companyIds, people, startServer, type TestServer } from '../../test-kit/index.ts';
import { sendInvitations } from './invitation-mailer-service.ts';

const { add, list, resend, revoke, look } = invitationCalls;
let server: TestServer;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
const refusals: Record<string, number> = {};
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox((address) => refusals[address]);
});
beforeEach(async () => {
  for (const address of Object.keys(refusals)) delete refusals[address];
  mailbox.received.length = 0;
  await server.reset();
});
afterAll(async () => {
  await mailbox.close();
  await server.stop();
});

const companyId = companyIds.mall;
const to = 'li@mall.example';
async function invite(lang: (typeof langs)[number] = 'en', email = to) {
  const { id: roleId } = await server.aRole({
    companyId,
    name: `Cleaner ${lang}`,
    permissions: [permissions.deviceList],
  });
  return await server.ok(add, people.mallAdmin, { companyId, email, roleId, lang });
}
async function send(url = mailbox.url) {
  const mail = createMailSender(url, 'Sweepline <no-reply@sweepline.example>');
  const mailer = { db: server.db, now: server.clock, mail, base: 'https://console.example' };
  await sendInvitations(mailer).finally(() => mail.close());
}
/** What could not be sent is there for the next sender once the transaction that took it is undone. */
async function fail(url?: string) {
  await expect(send(url)).rejects.toThrow();
  const free = () =>
    server.asOwner((sql) => sql`select 1 from letters where taken_at is null for update skip locked`);
  await expect.poll(free).toHaveLength(1);
}
const tokenIn = (text = '') => /token=(inv_[\w-]+)/.exec(text)?.[1] ?? '';

test('the invited gets a letter whose link opens the invitation, in the language it was sent in', async () => {
  for (const lang of langs) await invite(lang);
  await send();
  expect(mailbox.received.map((it) => it.to)).toEqual(langs.map(() => to));
  expect(new Set(mailbox.received.map(({ mail }) => mail.subject)).size).toBe(langs.length);
  for (const { mail } of mailbox.received) {
    expect(mail.text).toContain('Mall');
    expect(mail.html).toContain(tokenIn(mail.text));
    expect((await server.send(look, undefined, { token: tokenIn(mail.text) })).code).toBe(200);
  }
  await send();
  expect(mailbox.received).toHaveLength(langs.length);
});

test('what was taken back before its letter went is not mailed, and a resent one is mailed again', async () => {
  const { id } = await invite();
  const { id: other } = await invite('ge', 'eva@mall.example');
  await server.ok(revoke, people.mallAdmin, { id });
  await send();
  expect(mailbox.received.map((it) => it.to)).toEqual(['eva@mall.example']);
  await server.ok(resend, people.mallAdmin, { id: other });
  await send();
  expect(mailbox.received).toHaveLength(2);
});

test('while the mail server is away or busy letters wait; an address it will never take does not hold up the others', async () => {
  await invite();
  await fail('smtp://127.0.0.1:1');
  refusals[to] = 451;
  await fail();
  refusals[to] = 550;
  await invite('ge', 'eva@mall.example');
  await send();
  expect(mailbox.received.map((it) => it.to)).toEqual(['eva@mall.example']);
  delete refusals[to];
  await send();
  expect(mailbox.received).toHaveLength(1);
});

test('the list tells whoever invited whether the letter went, and why it never will; a resent one is another letter', async () => {
  const letter = async () => (await server.ok(list, people.mallAdmin, {})).list.map((row) => row.letter);
  const { id, invitation } = await invite();
  expect(invitation.letter).toEqual({ state: 'WAITING', reason: '' });
  await fail('smtp://127.0.0.1:1');
  expect(await letter()).toEqual([{ state: 'WAITING', reason: '' }]);
  refusals[to] = 550;
  await send();
  expect(await letter()).toEqual([{ state: 'REFUSED', reason: '550 not here' }]);
  delete refusals[to];
  const again = await server.ok(resend, people.mallAdmin, { id });
  expect(again.letter).toEqual({ state: 'WAITING', reason: '' });
  await send();
  expect(await letter()).toEqual([{ state: 'SENT', reason: '' }]);
});
