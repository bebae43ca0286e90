import { deviceTopic, errors, socketCloseCodes, topics } from '@sweepline/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './api.ts';
import { openSocket } from './socket.ts';

class FakeWebSocket {
  static OPEN = 1;
  static all: FakeWebSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeWebSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  receive(topic: string, content: unknown, more: object = {}) {
    this.onmessage?.({ data: JSON.stringify({ topic, content, ...more }) });
  }
}

const latest = () => {
  const connection = FakeWebSocket.all.at(-1);
  if (!connection) throw new Error('no connection was opened');
  return connection;
};
let tickets = 0;
const address = async () => `ws://x/${++tickets}`;
const online = { deviceId: '1', sn: 'J40', online: true, at: '2030-01-01T00:00:00.000Z' };

async function started(
  onKick?: (reason: string) => void,
  onLimit?: (limit: string) => void,
  onGap?: () => void,
) {
  const socket = openSocket(address, onKick, onLimit, onGap);
  await vi.advanceTimersByTimeAsync(0);
  latest().open();
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeWebSocket);
  FakeWebSocket.all = [];
  tickets = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a reconnect uses a new ticket and subscribes to every topic again', async () => {
  const socket = await started();
  const received: unknown[] = [];
  socket.listen(topics.online, (message) => received.push(message));
  latest().close();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(FakeWebSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  latest().open();
  expect(latest().url).toBe('ws://x/2');
  expect(latest().sent).toEqual(['{"subscribe":"/ws/online"}']);
  latest().receive('/ws/online', online);
  expect(received).toEqual([online]);
  socket.close();
});

test('a connection without messages between two health checks reconnects after half a second', async () => {
  const socket = await started();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(latest().readyState).toBe(3);
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeWebSocket.all).toHaveLength(2);
  socket.close();
});

test('a connection with pings stays open', async () => {
  const socket = await started();
  for (let check = 0; check < 5; check += 1) {
    await vi.advanceTimersByTimeAsync(5_000);
    latest().receive('/ws/ping', { at: 'now' });
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(FakeWebSocket.all).toHaveLength(1);
  socket.close();
});

test('a topic is unsubscribed when its last listener is removed', async () => {
  const socket = await started();
  const leave = [socket.listen(topics.online, () => {}), socket.listen(topics.online, () => {})];
  leave[0]?.();
  expect(latest().sent).toHaveLength(1);
  leave[1]?.();
  expect(latest().sent.at(-1)).toBe('{"unsubscribe":"/ws/online"}');
  socket.close();
});

test('a topic subscribes to the union of the ids of its listeners, and again when the union changes', async () => {
  const socket = await started();
  const leave = socket.listen(topics.devices, () => {}, ['a', 'b']);
  socket.listen(topics.devices, () => {}, ['b', 'c']);
  expect(latest().sent).toEqual([
    '{"subscribe":"/ws/devices","only":["a","b"]}',
    '{"subscribe":"/ws/devices","only":["a","b","c"]}',
  ]);
  leave();
  expect(latest().sent.at(-1)).toBe('{"subscribe":"/ws/devices","only":["b","c"]}');
  socket.listen(topics.devices, () => {});
  expect(latest().sent.at(-1)).toBe('{"subscribe":"/ws/devices"}');
  socket.close();
});

test('a message that does not match the schema of its topic is dropped', async () => {
  const socket = await started();
  const received: unknown[] = [];
  socket.listen(topics.online, (message) => received.push(message));
  latest().receive('/ws/online', { deviceId: 1 });
  latest().onmessage?.({ data: 'not json' });
  expect(received).toEqual([]);
  socket.close();
});

test('two topic objects of the same device share one subscription', async () => {
  const socket = await started();
  socket.listen(deviceTopic('d'), () => {});
  socket.listen(deviceTopic('d'), () => {});
  expect(latest().sent).toEqual(['{"subscribe":"/ws/device/d"}']);
  socket.close();
});

test('a kick passes its reason on', async () => {
  const reasons: string[] = [];
  const socket = await started((reason) => reasons.push(reason));
  latest().receive('/ws/kick', {}, { errorMsg: 'Signed in elsewhere' });
  expect(reasons).toEqual(['Signed in elsewhere']);
  socket.close();
});

test('a kicked socket does not reconnect', async () => {
  const socket = await started();
  latest().receive('/ws/kick', {}, { errorMsg: 'Signed in elsewhere' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWebSocket.all).toHaveLength(1);
  socket.close();
});

test('a refused ticket of an ended session signs out with the reason and is not requested again', async () => {
  const reasons: string[] = [];
  let requests = 0;
  const refused = async () => {
    requests += 1;
    throw new CallError(errors.kicked.code, 'Signed in elsewhere');
  };
  openSocket(refused, (reason) => reasons.push(reason));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([requests, reasons]).toEqual([1, ['Signed in elsewhere']]);
});

test('a socket closed during its ticket request opens no connection', async () => {
  const socket = openSocket(address);
  socket.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWebSocket.all).toEqual([]);
});

test('a connection closed for a limit reopens with growing delays and reports the limit once until it has lasted', async () => {
  const limits: string[] = [];
  const socket = await started(undefined, (limit) => limits.push(limit));
  for (const waitMs of [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
    const { length } = FakeWebSocket.all;
    latest().close(socketCloseCodes.tooManyMessages);
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(FakeWebSocket.all).toHaveLength(length);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeWebSocket.all).toHaveLength(length + 1);
    latest().open();
  }
  expect(limits).toEqual(['tooManyMessages']);
  for (let second = 0; second < 60; second += 5) {
    await vi.advanceTimersByTimeAsync(5_000);
    latest().receive('/ws/ping', { at: 'now' });
  }
  latest().close(socketCloseCodes.tooManySubscriptions);
  expect(limits).toEqual(['tooManyMessages', 'tooManySubscriptions']);
  socket.close();
});

test('a connection closed for too many sockets reopens only when the tab is visible or focused', async () => {
  const limits: string[] = [];
  const socket = await started(undefined, (limit) => limits.push(limit));
  latest().close(socketCloseCodes.tooManySockets);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(FakeWebSocket.all).toHaveLength(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeWebSocket.all).toHaveLength(2);
  latest().open();
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([FakeWebSocket.all.length, limits]).toEqual([2, ['tooManySockets']]);
  socket.close();
});

test('a closed socket does not reopen when the tab becomes visible', async () => {
  const socket = await started();
  latest().close(socketCloseCodes.tooManySockets);
  socket.close();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWebSocket.all).toHaveLength(1);
});

test('after the end of its server a page connects again within a second', async () => {
  const socket = await started();
  latest().close(socketCloseCodes.restart);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeWebSocket.all).toHaveLength(2);
  socket.close();
});

test('a page moves to another server before its own ends: it subscribes there, and closes the first connection later', async () => {
  const gaps = vi.fn<() => void>();
  const socket = await started(undefined, undefined, gaps);
  const received: unknown[] = [];
  socket.listen(topics.online, (message) => received.push(message));
  const before = latest();
  before.receive('/ws/moving', { withinMs: 2_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  const next = latest();
  expect(next).not.toBe(before);
  next.open();
  expect(next.sent).toEqual(['{"subscribe":"/ws/online"}']);
  before.receive('/ws/online', online);
  expect(before.readyState).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(before.readyState).toBe(3);
  next.receive('/ws/online', { ...online, online: false });
  expect(received).toEqual([online, { ...online, online: false }]);
  expect([FakeWebSocket.all.length, gaps.mock.calls.length]).toEqual([2, 0]);
  socket.close();
});

test('a page that cannot move keeps its connection, and connects again when that ends', async () => {
  const socket = await started();
  const before = latest();
  before.receive('/ws/moving', { withinMs: 2_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  latest().close();
  expect(before.readyState).toBe(1);
  before.close(socketCloseCodes.restart);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeWebSocket.all).toHaveLength(3);
  socket.close();
});

test('a connection that opens again reports that messages may be missing, the first one does not', async () => {
  const gaps = vi.fn<() => void>();
  const socket = await started(undefined, undefined, gaps);
  expect(gaps).not.toHaveBeenCalled();
  latest().close();
  await vi.advanceTimersByTimeAsync(4_000);
  latest().open();
  expect(gaps).toHaveBeenCalledTimes(1);
  socket.close();
});
