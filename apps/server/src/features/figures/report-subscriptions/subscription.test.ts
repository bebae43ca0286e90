import { errors, langs, subscriptionCalls, type Lang } from '@sweepline/contract';
import fc from 'fast-check';
import { extractText } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readEnv } from '../../../app/env.ts';
import { createMailSender } from '../../../platform/documents/mail.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import type { Reader } from '../../../platform/documents/reader-format.ts';
import { createDocumentCache } from './subscription-document.ts';
import { sendDue } from './subscription-mailer-service.ts';
import { nextDue, periodOf } from './subscription-rules.ts';
import { openMailbox } from '../../../test-kit/mailbox.ts';

const calls = subscriptionCalls;
const mailFrom = 'Sweepline <reports@sweepline.example>';
const server = ownTestServer({ mailFrom });
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let refusals: Record<string, number> = {};
beforeAll(async () => {
  mailbox = await openMailbox((address) => refusals[address]);
});
beforeEach(() => {
  refusals = {};
  mailbox.received.length = 0;
});
afterEach(() => expect(server.faults).toEqual([]));
afterAll(() => mailbox.close());

const { mallAdmin } = people;
const hourMs = 3_600_000;
const mailer = (url = mailbox.url) => ({
  db: server.db,
  files: server.files,
  now: server.clock,
  vault: server.vault,
  mail: createMailSender(url, mailFrom),
  base: 'https://console.example',
});
const send = async (url?: string) => {
  const deps = mailer(url);
  await sendDue(deps);
  deps.mail.close();
};
const yesterday = { startedAt: '2030-01-01T10:00:00.000Z', endedAt: '2030-01-01T11:00:00.000Z' };
const log = async (id: string) => (await server.ok(calls.deliveries, mallAdmin, { id })).list;

const weekly = {
  name: 'Weekly',
  every: 'WEEK' as const,
  weekday: 1,
  clock: '07:00',
  timezone: 'Europe/Berlin',
  lang: 'ge' as const,
  addresses: ['Boss@Example.com'],
};

test('a due report is mailed to its readers with the figures of the period, and the delivery is stored', async () => {
  await server.aReport({
    ...yesterday,
    plannedM2: 200,
    cleanedM2: 150,
    seconds: 3600,
    cleaningSeconds: 1800,
  });
  await server.aReport({ ...yesterday, cleanedM2: 9, companyId: companyIds.other });
  const { id } = await server.aSubscription({ name: 'Lobby <b>', nextAt: server.clock().toISOString() });
  await send();
  expect(mailbox.received).toHaveLength(1);
  const [{ to, mail }] = mailbox.received as [(typeof mailbox.received)[0]];
  expect(to).toBe('reader@example.com');
  expect(mail.from).toMatchObject({ name: 'Sweepline', address: 'reports@sweepline.example' });
  expect(mail.subject).toBe('Lobby <b>: cleaning on Jan 1, 2030');
  expect(mail.text).toContain('Cleaned: 150 m²');
  expect(mail.text).toContain('Coverage: 75%');
  expect(mail.text).toContain('Water: —');
  expect(mail.html).toContain('Lobby &lt;b&gt;');
  expect(mail.html).not.toContain('<b>');
  expect(await log(id)).toMatchObject([{ state: 'SENT', attempts: 1, from: '2030-01-01', to: '2030-01-01' }]);
  const [row] = (await server.ok(calls.list, mallAdmin, {})).list;
  expect(row).toMatchObject({ last: { state: 'SENT' }, nextAt: '2030-01-02T07:00:00.000Z' });
});

test('a mail has a PDF with the reports of the period that match the subscription only', async () => {
  const device = await server.aDevice({ nickname: 'Otter' });
  await server.aReport({ ...yesterday, deviceId: device.id, cleanedM2: 150, plannedM2: 200 });
  await server.aReport({ ...yesterday, cleanedM2: 7, plannedM2: 7 });
  await server.aReport({ ...yesterday, cleanedM2: 9, companyId: companyIds.other });
  const about = { deviceIds: [device.id], nextAt: server.clock().toISOString() };
  const { id } = await server.aSubscription({ ...about, lang: 'ge' });
  await send();
  const [pdf, ...others] = mailbox.received[0]!.mail.attachments;
  expect(others).toEqual([]);
  expect(pdf).toMatchObject({
    filename: 'reports-2030-01-01-2030-01-01.pdf',
    mimeType: 'application/pdf',
  });
  const { text } = await extractText(new Uint8Array(pdf!.content as ArrayBuffer), { mergePages: true });
  for (const part of ['Reinigungsberichte', 'Otter', '150', 'SHA-256']) expect(text).toContain(part);
  expect(text).not.toMatch(/(?:157|159|166) m²/);
  // It may go to an address without an account.
  expect(text).toContain('Konsole');
  expect(text).not.toContain('Gestartet durch');
  expect(await log(id)).toMatchObject([{ state: 'SENT', hasDocument: true, reason: '' }]);
});

test('readers with the same language and units share one document', async () => {
  await server.aReport({ ...yesterday, cleanedM2: 150, plannedM2: 200 });
  const row = await server.aSubscription({ to: [] });
  const documents = createDocumentCache(mailer());
  const days = { from: '2030-01-01', to: '2030-01-01' };
  const documentFor = (reader: Partial<Reader> = {}, more: Partial<typeof row> = {}) =>
    documents({
      row: { ...row, ...more },
      days,
      reach: [companyIds.mall],
      reader: { lang: 'en', timezone: 'UTC', ...reader },
    });
  const first = await documentFor();
  expect(first?.name).toBe('reports-2030-01-01-2030-01-01.pdf');
  expect(await documentFor({}, { id: row.id, name: 'Another subscription about the same' })).toBe(first);
  expect(await documentFor({ lang: 'ja' })).not.toBe(first);
  expect(await documentFor({ area: 'FT2' })).not.toBe(first);
  expect(await documentFor({}, { companyId: companyIds.other })).not.toBe(first);
  expect(await documentFor()).toBe(first);
});

test('a mail for a period without reports has no document', async () => {
  const { id } = await server.aSubscription({ nextAt: server.clock().toISOString() });
  await send();
  expect(mailbox.received[0]!.mail.attachments).toEqual([]);
  expect(await log(id)).toMatchObject([{ state: 'SENT', hasDocument: false }]);
});

test.each(langs)('a letter in %s has all texts in that language', async (lang: Lang) => {
  await server.aReport({ ...yesterday, cleanedM2: 1500, waterL: 10 });
  await server.aSubscription({
    lang,
    area: 'FT2',
    volume: 'GALLON',
    every: 'WEEK',
    nextAt: server.clock().toISOString(),
  });
  await send();
  const { mail } = mailbox.received[0]!;
  const english = lang === 'en';
  for (const word of ['Cleaned', 'Unsubscribe', 'Open in the console', 'By robot', 'Working time'])
    expect(mail.text?.includes(word), word).toBe(english);
  expect(mail.text).toContain(lang === 'ge' ? '16.146 ft²' : '16,146 ft²');
  expect(mail.html).toContain(mail.subject!.split(':')[0]!.split('：')[0]!);
  expect(mail.text).not.toMatch(/\{\w+\}|undefined|NaN/);
});

test('an account gets the letter in its own language and units, and one without an address is given up', async () => {
  const reader = await server.anAccount({ companyId: companyIds.mall });
  await server.asOwner(
    (sql) =>
      sql`update accounts set email = 'hana@example.com', profile = '{"lang": "ja", "area": "FT2"}' where id = ${reader.id}`,
  );
  const withoutAddress = await server.anAccount({ companyId: companyIds.mall });
  const created = await server.ok(calls.create, mallAdmin, {
    ...weekly,
    addresses: [],
    accountIds: [reader.id, withoutAddress.id],
  });
  server.clock.set(created.nextAt!);
  await send();
  expect(mailbox.received.map(({ to }) => to)).toEqual(['hana@example.com']);
  expect(mailbox.received[0]!.mail.subject).toContain('清掃レポート');
  const row = await server.asOwner((sql) => sql`select state, reason from report_deliveries order by state`);
  expect(row.map(({ state, reason }) => [state, reason])).toEqual([
    ['GAVE_UP', 'NO_ADDRESS'],
    ['SENT', ''],
  ]);
});

test('a period is sent once when several passes run at once or repeat it', async () => {
  await server.aSubscription({
    to: ['a@example.com', 'b@example.com'],
    nextAt: server.clock().toISOString(),
  });
  await Promise.all([send(), send(), send()]);
  await server.asOwner(
    (sql) => sql`update report_subscriptions set next_at = ${server.clock().toISOString()}`,
  );
  await send();
  expect(mailbox.received.map(({ to }) => to).toSorted()).toEqual(['a@example.com', 'b@example.com']);
});

test('periods of the last week that were due while the server was down are each sent once', async () => {
  await server.aSubscription({ clock: '03:00', nextAt: '2029-12-20T03:00:00.000Z' });
  await send();
  expect(mailbox.received.slice(-3).map(({ mail }) => mail.subject)).toEqual(
    ['Dec 30, 2029', 'Dec 31, 2029', 'Jan 1, 2030'].map((day) => `Morning report: cleaning on ${day}`),
  );
  expect(mailbox.received).toHaveLength(7);
});

test('a delivery of a killed server is sent with the same id when its lease is over', async () => {
  const { id } = await server.aSubscription({ nextAt: server.clock().toISOString() });
  const deps = mailer();
  const dies = { ...deps, mail: { send: () => Promise.reject(new Error('killed')), close: () => {} } };
  await expect(sendDue(dies)).rejects.toThrow('killed');
  await send();
  expect(mailbox.received).toEqual([]);
  server.clock.advance(6 * 60_000);
  await send();
  expect(mailbox.received).toHaveLength(1);
  const [row] = await log(id);
  expect(row).toMatchObject({ state: 'SENT', attempts: 2 });
  expect(mailbox.received[0]!.mail.messageId).toBe(`<${row!.id}@sweepline.example>`);
});

test('a delivery is tried again with growing pauses while the mail server is offline, and given up after the last', async () => {
  await server.aSubscription({ every: 'MONTH', nextAt: server.clock().toISOString() });
  const pauses: number[] = [];
  const row = async () => {
    // Read as owner, because the test runs longer than a session.
    const [delivery] = await server.asOwner(
      (sql) => sql`select state, attempts, due_at, reason from report_deliveries`,
    );
    return delivery!;
  };
  for (let n = 0; n < 7; n++) {
    await send('smtp://127.0.0.1:1');
    const { state, due_at: dueAt, reason } = await row();
    expect([state, String(reason).includes('ECONNREFUSED')]).toEqual(['WAITING', true]);
    pauses.push((new Date(dueAt as string).getTime() - server.clock().getTime()) / 60_000);
    server.clock.set(new Date(dueAt as string).toISOString());
  }
  expect(pauses).toEqual([1, 5, 20, 60, 180, 360, 720]);
  await send('smtp://127.0.0.1:1');
  expect(await row()).toMatchObject({ state: 'GAVE_UP', attempts: 8 });
});

test('a delivery to an unknown address is given up at once with the server’s reason, and can be retried', async () => {
  refusals = { 'reader@example.com': 550, 'full@example.com': 452 };
  const { id } = await server.aSubscription({
    to: ['reader@example.com', 'full@example.com'],
    nextAt: server.clock().toISOString(),
  });
  await send();
  const states = (await log(id)).map(({ address, state, reason }) => [
    address,
    state,
    reason.includes('not here'),
  ]);
  expect(states.toSorted()).toEqual([
    ['full@example.com', 'WAITING', true],
    ['reader@example.com', 'GAVE_UP', true],
  ]);
  refusals = {};
  const givenUp = (await log(id)).find(({ state }) => state === 'GAVE_UP')!;
  await server.ok(calls.retry, mallAdmin, { id, delivery: givenUp.id });
  expect((await server.send(calls.retry, mallAdmin, { id, delivery: givenUp.id })).code).toBe(
    errors.wrongState.code,
  );
  await send();
  expect(mailbox.received.map(({ to }) => to)).toEqual(['reader@example.com']);
});

test('the link of a letter unsubscribes its reader only', async () => {
  const { id } = await server.aSubscription({
    to: ['a@example.com', 'b@example.com'],
    nextAt: server.clock().toISOString(),
  });
  await send();
  const { mail } = mailbox.received.find(({ to }) => to === 'a@example.com')!;
  const link = new URL(/https:\/\/console\.example\/import\?token=unsub_\w+/.exec(mail.text!)![0]);
  expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${link.href}>`);
  const token = link.searchParams.get('token')!;
  expect((await server.send(calls.unsubscribeInfo, undefined, { token })).data).toEqual({
    name: 'Morning report',
    address: 'a@example.com',
    unsubscribedAt: null,
  });
  for (let n = 0; n < 2; n++)
    expect((await server.send(calls.unsubscribe, undefined, { token })).code).toBe(200);
  const forged = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  expect((await server.send(calls.unsubscribe, undefined, { token: forged })).code).toBe(
    errors.notFound.code,
  );
  mailbox.received.length = 0;
  await server.asOwner((sql) => sql`delete from report_deliveries`);
  server.clock.set('2030-01-02T07:00:00.000Z');
  await send();
  expect(mailbox.received.map(({ to }) => to)).toEqual(['b@example.com']);
  const [row] = (await server.ok(calls.list, mallAdmin, {})).list;
  // A save does not revert an unsubscription.
  await server.ok(calls.update, mallAdmin, {
    ...weekly,
    id,
    version: row!.version,
    addresses: ['a@example.com'],
  });
  const [saved] = (await server.ok(calls.list, mallAdmin, {})).list;
  expect(saved?.readers).toMatchObject([{ address: 'a@example.com', unsubscribedAt: expect.any(String) }]);
});

test('a delivery is given up when the account of the subscription is disabled', async () => {
  const { id } = await server.aSubscription({ nextAt: server.clock().toISOString() });
  await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${mallAdmin.id}`);
  await send();
  expect(mailbox.received).toEqual([]);
  const [row] = await server.asOwner(
    (sql) => sql`select state, reason from report_deliveries where subscription_id = ${id}`,
  );
  expect(row).toMatchObject({ state: 'GAVE_UP', reason: 'OWNER_GONE' });
});

test('sending now mails a preview to the caller’s address, and is refused without an address', async () => {
  const { id } = await server.aSubscription();
  expect((await server.send(calls.sendNow, mallAdmin, { id })).code).toBe(errors.noOwnAddress.code);
  await server.asOwner((sql) => sql`update accounts set email = 'me@example.com' where id = ${mallAdmin.id}`);
  expect(await server.ok(calls.mail, mallAdmin, {})).toEqual({
    from: mailFrom,
    ownAddress: 'me@example.com',
  });
  expect(await server.ok(calls.sendNow, mallAdmin, { id })).toMatchObject({ byHand: true, state: 'WAITING' });
  await send();
  expect(mailbox.received).toMatchObject([{ to: 'me@example.com' }]);
  expect(mailbox.received[0]!.mail.subject).toContain('Preview');
});

test('creating is refused for invisible devices or without readers, and a disabled subscription has no due time', async () => {
  const far = await server.aDevice({ companyId: companyIds.other });
  expect((await server.send(calls.create, mallAdmin, { ...weekly, deviceIds: [far.id] })).code).toBe(
    errors.notFound.code,
  );
  expect((await server.send(calls.create, mallAdmin, { ...weekly, addresses: [] })).code).toBe(
    errors.invalid.code,
  );
  const created = await server.ok(calls.create, mallAdmin, weekly);
  expect(created).toMatchObject({
    nextAt: '2030-01-07T06:00:00.000Z',
    readers: [{ address: 'boss@example.com' }],
  });
  const disabled = await server.ok(calls.setEnabled, mallAdmin, {
    id: created.id,
    version: 1,
    enabled: false,
  });
  expect(disabled).toMatchObject({ enabled: false, nextAt: null });
  expect(
    (await server.send(calls.setEnabled, mallAdmin, { id: created.id, version: 1, enabled: true })).code,
  ).toBe(errors.changedMeanwhile.code);
  await server.ok(calls.remove, mallAdmin, { id: created.id });
  expect((await server.ok(calls.list, mallAdmin, {})).total).toBe(0);
});

test('the next due time is later, on a matching day at the local time, also when the clocks change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
      fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe', 'UTC'),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 23 }),
      fc.date({ min: new Date('2029-01-01'), max: new Date('2031-12-31'), noInvalidDate: true }),
      (every, timezone, weekday, monthDay, hour, after) => {
        const rhythm = { every, timezone, weekday, monthDay, clock: `${String(hour).padStart(2, '0')}:30` };
        const first = Date.parse(nextDue(rhythm, after.getTime()));
        const second = Date.parse(nextDue(rhythm, first));
        expect(first).toBeGreaterThan(after.getTime());
        expect(nextDue(rhythm, first - 1)).toBe(new Date(first).toISOString());
        const days = (second - first) / (24 * hourMs);
        const [min, max] = { DAY: [0.9, 1.1], WEEK: [6.9, 7.1], MONTH: [27.9, 31.1] }[every] as [
          number,
          number,
        ];
        expect(days).toBeGreaterThan(min);
        expect(days).toBeLessThan(max);
        const { from, to } = periodOf(rhythm, first);
        expect(from <= to && Date.parse(to) < first).toBe(true);
        expect(periodOf(rhythm, second).from > from).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test('reading the environment fails with the name of the faulty mail variable', () => {
  const starting = (values: Record<string, string>) => () => readEnv(values);
  expect(starting({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM: SMTP_URL needs it');
  expect(starting({ SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' })).toThrow(
    'SMTP_URL: an smtp:// or smtps:// address',
  );
  expect(starting({ MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM: a mail address');
  expect(() => createMailSender('smtp:nothing', 'a@b.example')).toThrow('SMTP_URL');
  expect(starting({ SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: mailFrom })).not.toThrow();
});
