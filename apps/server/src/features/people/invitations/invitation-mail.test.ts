import { invitationCalls, langs, permissions } from '@sweepline/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailSender } from '../../../platform/documents/mail.ts';
import { openMailbox } from '../../../test-kit/mailbox.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { sendInvitations } from './invitation-mailer-service.ts';

const { add, list, resend, revoke, look } = invitationCalls;
const server = testServer();
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
const refusals: Record<string, number> = {};
beforeAll(async () => {
  mailbox = await openMailbox((address) => refusals[address]);
});
beforeEach(() => {
  for (const address of Object.keys(refusals)) delete refusals[address];
  mailbox.received.length = 0;
});
afterAll(() => mailbox.close());

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
  const mailer = {
    db: server.db,
    files: server.files,
    now: server.clock,
    mail,
    base: 'https://console.example',
  };
  await sendInvitations(mailer).finally(() => mail.close());
}
/** Waits for the rollback of the failed transaction: then the letter is free for the next sender. */
async function fail(url?: string) {
  await expect(send(url)).rejects.toThrow();
  const free = () =>
    server.asOwner((sql) => sql`select 1 from letters where taken_at is null for update skip locked`);
  await expect.poll(free).toHaveLength(1);
}
const tokenIn = (text = '') => /token=(inv_[\w-]+)/.exec(text)?.[1] ?? '';

test('the recipient gets a letter in the chosen language, with a link that opens the invitation', async () => {
  for (const lang of langs) await invite(lang);
  await send();
  expect(mailbox.received.map((letter) => letter.to)).toEqual(langs.map(() => to));
  expect(new Set(mailbox.received.map(({ mail }) => mail.subject)).size).toBe(langs.length);
  for (const { mail } of mailbox.received) {
    expect(mail.text).toContain('Mall');
    expect(mail.html).toContain(tokenIn(mail.text));
    expect((await server.send(look, undefined, { token: tokenIn(mail.text) })).code).toBe(200);
  }
  await send();
  expect(mailbox.received).toHaveLength(langs.length);
});

test('a letter shows the logo of the company above as a part of itself', async () => {
  await server.aLogo({ companyId: companyIds.agent, style: 'MENU' });
  await invite();
  await send();
  const { mail } = mailbox.received[0]!;
  expect(mail.html).toContain('cid:logo');
  expect(mail.attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png', related: true }]);
});

test('an invitation is not mailed when it is revoked first, and is mailed again when it is resent', async () => {
  const { id } = await invite();
  const { id: other } = await invite('ge', 'eva@mall.example');
  await server.ok(revoke, people.mallAdmin, { id });
  await send();
  expect(mailbox.received.map((letter) => letter.to)).toEqual(['eva@mall.example']);
  await server.ok(resend, people.mallAdmin, { id: other });
  await send();
  expect(mailbox.received).toHaveLength(2);
});

test('letters wait while the mail server is offline or busy; an address refused for good does not block the others', async () => {
  await invite();
  await fail('smtp://127.0.0.1:1');
  refusals[to] = 451;
  await fail();
  refusals[to] = 550;
  await invite('ge', 'eva@mall.example');
  await send();
  expect(mailbox.received.map((letter) => letter.to)).toEqual(['eva@mall.example']);
  delete refusals[to];
  await send();
  expect(mailbox.received).toHaveLength(1);
});

test('the list gives the state of the latest letter, and the reason when the mail server refuses it', async () => {
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
