import {
  errors,
  webhookCalls,
  webhookDeliveryCalls,
  webhookRules,
  type OpenEventName,
  type WebhookMode,
} from '@sweepline/contract';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readAllowedTargets } from '../../../platform/http/outgoing-target.ts';
import { noCertificates } from '../../../robots/test-kit/test-certificates.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { startReceiver, type WebhookReceiver } from '../../../test-kit/open-api/webhook-receiver.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { placeEvents } from '../events/event-place-job.ts';
import { sendWebhooks } from './webhook-send-job.ts';

const hosts = ['127.0.0.0/8', '::1'];
const server = ownTestServer({ webhookHosts: hosts });
const { mallAdmin, otherAdmin } = people;
const { add, detail, list, update, rotate, enable, disable, test: sendTest } = webhookCalls;
const day = 86_400_000;

interface Making {
  path?: string;
  mode?: WebhookMode;
  events?: OpenEventName[];
}
let receiver: WebhookReceiver;

const aUser = () => server.anApiUser({ validUntil: '2031-01-01T00:00:00.000Z' });
async function aHook({ path = '/events', mode = 'SNAPSHOT', events = ['alarm.raised'] }: Making = {}) {
  const { id: userId } = await aUser();
  const made = await server.ok(add, mallAdmin, { userId, url: receiver.url(path), mode, events });
  return { ...made.webhook, secret: made.secret };
}
const send = async (timeoutMs = 5_000) => {
  await placeEvents(server.db);
  await sendWebhooks({
    db: server.db,
    bus: server.bus,
    now: server.clock,
    vault: server.vault,
    log: { error: (details) => expect(details).toBeUndefined() },
    request: { allowed: readAllowedTargets(hosts), timeoutMs },
  });
};
const deliveries = async (webhookId: string) =>
  (await server.ok(webhookDeliveryCalls.list, mallAdmin, { webhookId, pageSize: 99 })).list;
const verified = (secret: string, { headers, body }: WebhookReceiver['received'][number]) =>
  // The headers of a message are texts.
  new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;

describe.skipIf(noCertificates)('webhooks', () => {
  beforeAll(async () => void (receiver = await startReceiver()));
  beforeEach(() => {
    receiver.reset();
    // `standardwebhooks` compares the stamp with the clock of the process.
    server.clock.set(new Date().toISOString());
  });
  afterAll(() => receiver.stop());

  test('an event is sent once, signed, with its record or without', async () => {
    const [full, thin] = [await aHook(), await aHook({ path: '/thin', mode: 'THIN' })];
    const alarm = await server.anAlarm();
    await send();
    await send();
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/events', '/thin']);
    const [toFull, toThin] = receiver.received.toSorted((a, b) => a.path.localeCompare(b.path));
    const event = verified(full.secret, toFull!);
    expect(event).toMatchObject({ type: 'alarm.raised', position: 1, data: { code: alarm.code } });
    expect(toFull!.headers['webhook-id']).toBe(event['id']);
    const { data, ...names } = event;
    expect(data).toBeDefined();
    expect(verified(thin.secret, toThin!)).toEqual(names);
    expect(await deliveries(full.id)).toMatchObject([
      { state: 'DELIVERED', attempts: 1, status: 204, nextAt: null },
    ]);
  });

  test('only chosen events of the own companies are sent', async () => {
    const hook = await aHook({ events: ['run.finished'] });
    await server.anAlarm();
    await server.anAlarm({ companyId: companyIds.other });
    await send();
    expect(receiver.received).toEqual([]);
    expect(await deliveries(hook.id)).toEqual([]);
    expect((await server.ok(list, otherAdmin, {})).list).toEqual([]);
    expect((await server.send(detail, otherAdmin, { id: hook.id })).code).toBe(errors.notFound.code);
  });

  test('a failed attempt is repeated by the schedule under one id until it succeeds', async () => {
    const hook = await aHook();
    receiver.answer({ status: 500, text: 'out of order' });
    await server.anAlarm();
    await send();
    const [failed] = await deliveries(hook.id);
    expect(failed).toMatchObject({ state: 'WAITING', attempts: 1, status: 500, failure: 'STATUS' });
    const waitMs = Date.parse(failed!.nextAt!) - server.clock().getTime();
    expect(waitMs).toBeGreaterThanOrEqual(5_000);
    expect(waitMs).toBeLessThanOrEqual(5_500);
    await send();
    expect(receiver.received).toHaveLength(1);
    server.clock.advance(6_000);
    receiver.answer({ status: 200 });
    await send();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    const { attemptList } = await server.ok(webhookDeliveryCalls.detail, mallAdmin, { id: failed!.id });
    expect(attemptList).toMatchObject([
      { status: 200, kind: 'SCHEDULE', failure: null },
      { status: 500, answer: 'out of order', request: { body: receiver.received[0]!.body } },
    ]);
  });

  test('the schedule ends after its last attempt', async () => {
    const hook = await aHook();
    receiver.answer({ status: 500 });
    await server.anAlarm();
    for (const delayS of [0, ...webhookRules.retriesS]) {
      server.clock.advance(delayS * 1_100);
      // The test is about one delivery; the endpoint is not to be disabled before its last attempt.
      await server.asOwner((sql) => sql`update webhook_endpoints set failing_since = null`);
      await send();
    }
    expect(await deliveries(hook.id)).toMatchObject([{ state: 'FAILED', attempts: 10, nextAt: null }]);
  });

  test('a receiver that stalls, trickles, floods, redirects or dies fails or succeeds within its time', async () => {
    const faults = [
      ['STALL', 'TIMEOUT'],
      ['TRICKLE', 'TIMEOUT'],
      ['DIE', 'CONNECTION'],
      ['FLOOD', null],
    ] as const;
    const hooks = await Promise.all(faults.map(([how]) => aHook({ path: `/${how}` })));
    for (const [how] of faults) receiver.answer(how, `/${how}`);
    const moved = await aHook({ path: '/moved' });
    receiver.answer({ status: 302, headers: { location: receiver.url('/events') } }, '/moved');
    await server.anAlarm();
    await send(1_000);
    for (const [index, [how, failure]] of faults.entries())
      expect((await deliveries(hooks[index]!.id))[0], how).toMatchObject({ attempts: 1, failure });
    expect((await deliveries(moved.id))[0]).toMatchObject({ status: 302, failure: 'REDIRECT' });
    expect(receiver.received.some(({ path }) => path === '/events')).toBe(false);
    const flooded = (await deliveries(hooks[3]!.id))[0]!;
    const { attemptList } = await server.ok(webhookDeliveryCalls.detail, mallAdmin, { id: flooded.id });
    expect(attemptList[0]?.answer).toHaveLength(webhookRules.answerBytes);
  });

  test('an endpoint that hangs does not delay another', async () => {
    await aHook({ path: '/hang' });
    await aHook();
    receiver.answer('STALL', '/hang');
    await Promise.all(Array.from({ length: 8 }, () => server.anAlarm()));
    const sending = send(1_500);
    await vi.waitFor(() =>
      expect(receiver.received.filter(({ path }) => path === '/events')).toHaveLength(8),
    );
    expect(receiver.received.filter(({ path }) => path === '/hang').length).toBeLessThanOrEqual(4);
    await sending;
  });

  test('two senders at once send each delivery once', async () => {
    await aHook();
    await Promise.all(Array.from({ length: 20 }, () => server.anAlarm()));
    await Promise.all([send(), send(), send()]);
    // A sender leaves what is above the attempts of an endpoint at a time, and the next run takes it.
    await send();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
  });

  test('a lease of a dead server ends, and another server sends the delivery', async () => {
    await aHook();
    await server.anAlarm();
    await placeEvents(server.db);
    await server.asOwner(
      (sql) =>
        sql`select set_config('sweepline.companies', '*', false), queue_webhook_deliveries(${server.clock().toISOString()}, 10)`,
    );
    const until = new Date(server.clock().getTime() + 60_000).toISOString();
    await server.asOwner((sql) => sql`update webhook_deliveries set leased_until = ${until}`);
    await send();
    expect(receiver.received).toEqual([]);
    server.clock.advance(60_000);
    await send();
    expect(receiver.received).toHaveLength(1);
  });

  test('Retry-After is kept for the whole endpoint', async () => {
    const hook = await aHook();
    receiver.answer({ status: 429, headers: { 'retry-after': '120' } });
    await server.anAlarm();
    await send();
    receiver.answer({ status: 200 });
    await server.anAlarm();
    server.clock.advance(60_000);
    await send();
    expect(receiver.received).toHaveLength(1);
    expect((await server.ok(detail, mallAdmin, { id: hook.id })).pausedUntil).not.toBeNull();
    server.clock.advance(61_000);
    await send();
    expect(receiver.received).toHaveLength(3);
  });

  test('an answer of 410 disables the endpoint and tells its company', async () => {
    const hook = await aHook();
    receiver.answer({ status: 410 });
    await server.anAlarm();
    await send();
    expect(await server.ok(detail, mallAdmin, { id: hook.id })).toMatchObject({
      state: 'DISABLED',
      disabledFor: 'GONE',
    });
    expect(await deliveries(hook.id)).toMatchObject([{ state: 'FAILED', nextAt: null }]);
    const notices = await server.asOwner(
      (sql) => sql`select template, company_id from notices where template like 'webhook%'`,
    );
    expect([...notices]).toEqual([{ template: 'webhookGone', company_id: companyIds.mall }]);
  });

  test('five days of failures disable the endpoint; once enabled it sends what waited', async () => {
    const hook = await aHook();
    receiver.answer({ status: 500 });
    await server.anAlarm();
    await send();
    server.clock.advance(5 * day);
    await send();
    expect(await server.ok(detail, mallAdmin, { id: hook.id })).toMatchObject({
      disabledFor: 'FAILING',
      waiting: 1,
    });
    receiver.answer({ status: 200 });
    server.clock.advance(day);
    await send();
    expect(receiver.received).toHaveLength(2);
    await server.ok(enable, mallAdmin, { id: hook.id });
    await send();
    expect(await server.ok(detail, mallAdmin, { id: hook.id })).toMatchObject({
      state: 'ENABLED',
      waiting: 0,
      failingSince: null,
    });
    expect(receiver.received).toHaveLength(3);
  });

  test('a replay sends once with the same id and the present secret, also to a disabled endpoint', async () => {
    const hook = await aHook();
    await server.anAlarm();
    await send();
    const [sent] = await deliveries(hook.id);
    const { secret } = await server.ok(rotate, mallAdmin, { id: hook.id });
    await server.ok(disable, mallAdmin, { id: hook.id });
    receiver.answer({ status: 500 });
    await server.ok(webhookDeliveryCalls.replay, mallAdmin, { id: sent!.id });
    await send();
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(verified(secret, second!)).toEqual(verified(hook.secret, first!));
    expect(await server.ok(detail, mallAdmin, { id: hook.id })).toMatchObject({
      failingSince: null,
      state: 'DISABLED',
    });
    expect((await deliveries(hook.id))[0]).toMatchObject({ state: 'DELIVERED', attempts: 2, nextAt: null });
    await send();
    expect(receiver.received).toHaveLength(2);
  });

  test('after a rotation both secrets sign for a day', async () => {
    const hook = await aHook();
    const { secret } = await server.ok(rotate, mallAdmin, { id: hook.id });
    await server.anAlarm();
    await send();
    expect(verified(secret, receiver.received[0]!)).toEqual(verified(hook.secret, receiver.received[0]!));
    server.clock.advance(day);
    await server.anAlarm();
    await send();
    expect(String(receiver.received[1]!.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  test('a range sends what was missed while the endpoint was disabled, and by default not what was delivered', async () => {
    const hook = await aHook();
    await server.anAlarm();
    await send();
    await server.ok(disable, mallAdmin, { id: hook.id });
    await server.anAlarm();
    await server.anAlarm();
    await send();
    expect(receiver.received).toHaveLength(1);
    const now = Date.now();
    const range = { from: new Date(now - day).toISOString(), to: new Date(now + day).toISOString() };
    const replay = (more: object) =>
      server.ok(webhookDeliveryCalls.replayRange, mallAdmin, { id: hook.id, ...range, ...more });
    expect(await replay({})).toEqual({ deliveries: 2 });
    await send();
    expect(receiver.received).toHaveLength(3);
    expect((await deliveries(hook.id)).map(({ state }) => state)).toEqual([
      'DELIVERED',
      'DELIVERED',
      'DELIVERED',
    ]);
    expect(await replay({ onlyFailed: false })).toEqual({ deliveries: 3 });
    await send();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  test('a test event is sent once and has no position', async () => {
    const hook = await aHook();
    await server.ok(sendTest, mallAdmin, { id: hook.id });
    await send();
    const body = verified(hook.secret, receiver.received[0]!);
    expect(body).toMatchObject({ type: 'webhook.test' });
    expect(body).not.toHaveProperty('position');
    expect(await deliveries(hook.id)).toMatchObject([{ type: 'webhook.test', state: 'DELIVERED' }]);
  });

  test('an endpoint of a suspended or revoked API user gets nothing', async () => {
    const hook = await aHook();
    await server.anAlarm();
    await placeEvents(server.db);
    await server.asOwner((sql) => sql`update api_users set suspended_at = now() where id = ${hook.userId}`);
    await send();
    expect(receiver.received).toEqual([]);
  });

  test('an address that can never be called is refused at its field', async () => {
    const { id: userId } = await aUser();
    const refusal = async (url: string) => {
      const answer = await server.send(add, mallAdmin, { userId, url, events: ['run.started'] });
      return (
        (answer.data as unknown as { fields?: Record<string, string> } | null)?.fields?.['url'] ?? answer.code
      );
    };
    expect(await refusal('http://a.example')).toContain('begins with https://');
    expect(await refusal('https://me:x@a.example')).toContain('names no user');
    expect(await refusal('https://10.0.0.1/x')).toContain('WEBHOOK_ALLOWED_HOSTS');
    expect(await refusal('https://169.254.169.254/x')).toContain('never sent');
    expect(await refusal('https://a.example/x')).toBe(200);
    const [row] = (await server.ok(list, mallAdmin, {})).list;
    const { id, version, name, mode, events } = row!;
    const change = { id, version, name, mode, events, url: 'https://10.0.0.1/' };
    expect((await server.send(update, mallAdmin, change)).code).toBe(errors.invalid.code);
  });

  test('a name that leads inside fails the attempt with the reason', async () => {
    const hook = await aHook();
    await server.anAlarm();
    await placeEvents(server.db);
    await sendWebhooks({
      db: server.db,
      bus: server.bus,
      now: server.clock,
      vault: server.vault,
      log: { error: () => {} },
      request: { allowed: readAllowedTargets([]), timeoutMs: 1_000 },
    });
    expect(receiver.received).toEqual([]);
    expect(await deliveries(hook.id)).toMatchObject([{ failure: 'ADDRESS', status: null }]);
  });
});
