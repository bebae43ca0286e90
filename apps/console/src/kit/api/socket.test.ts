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
  hear(topic: string, content: unknown, more: object = {}) {
    this.onmessage?.({ data: JSON.stringify({ topic, content, ...more }) });
  }
}

const latest = () => {
  const line = FakeWebSocket.all.at(-1);
  if (!line) throw new Error('no line was opened');
  return line;
};
let tickets = 0;
const address = async () => `ws://x/${++tickets}`;
const online = { deviceId: '1', sn: 'J40', online: true, at: '2030-01-01T00:00:00.000Z' };

async function started(onKick?: (reason: string) => void, onLimit?: (limit: string) => void) {
  const socket = openSocket(address, onKick, onLimit);
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

test('after a reconnect every topic is asked for again, with a new ticket', async () => {
  const socket = await started();
  const heard: unknown[] = [];
  socket.listen(topics.online, (message) => heard.push(message));
  latest().close();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(FakeWebSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  latest().open();
  expect(latest().url).toBe('ws://x/2');
  expect(latest().sent).toEqual(['{"subscribe":"/ws/online"}']);
  latest().hear('/ws/online', online);
  expect(heard).toEqual([online]);
  socket.close();
});

test('silence between two health checks restarts the line after half a second', async () => {
  const socket = await started();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(latest().readyState).toBe(3);
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeWebSocket.all).toHaveLength(2);
  socket.close();
});

test('a line that pings stays', async () => {
  const socket = await started();
  for (let check = 0; check < 5; check += 1) {
    await vi.advanceTimersByTimeAsync(5_000);
    latest().hear('/ws/ping', { at: 'now' });
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(FakeWebSocket.all).toHaveLength(1);
  socket.close();
});

test('the server is told when the last listener leaves, not before', async () => {
  const socket = await started();
  const leave = [socket.listen(topics.online, () => {}), socket.listen(topics.online, () => {})];
  leave[0]?.();
  expect(latest().sent).toHaveLength(1);
  leave[1]?.();
  expect(latest().sent.at(-1)).toBe('{"unsubscribe":"/ws/online"}');
  socket.close();
});

test('of a topic about many records those are asked for that some listener shows, and again when they change', async () => {
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

test('a message that is not what its topic promises is dropped', async () => {
  const socket = await started();
  const heard: unknown[] = [];
  socket.listen(topics.online, (message) => heard.push(message));
  latest().hear('/ws/online', { deviceId: 1 });
  latest().onmessage?.({ data: 'not json' });
  expect(heard).toEqual([]);
  socket.close();
});

test('a topic made anew for the same device is the same stream', async () => {
  const socket = await started();
  socket.listen(deviceTopic('d'), () => {});
  socket.listen(deviceTopic('d'), () => {});
  expect(latest().sent).toEqual(['{"subscribe":"/ws/device/d"}']);
  socket.close();
});

test('a kick says why', async () => {
  const reasons: string[] = [];
  const socket = await started((reason) => reasons.push(reason));
  latest().hear('/ws/kick', {}, { errorMsg: 'Signed in elsewhere' });
  expect(reasons).toEqual(['Signed in elsewhere']);
  socket.close();
});

test('after a kick the line is given up', async () => {
  const socket = await started();
  latest().hear('/ws/kick', {}, { errorMsg: 'Signed in elsewhere' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWebSocket.all).toHaveLength(1);
  socket.close();
});

test('a session that is over gets no ticket: it is left with the reason, and nobody asks again', async () => {
  const reasons: string[] = [];
  let asked = 0;
  const refused = async () => {
    asked += 1;
    throw new CallError(errors.kicked.code, 'Signed in elsewhere');
  };
  openSocket(refused, (reason) => reasons.push(reason));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, reasons]).toEqual([1, ['Signed in elsewhere']]);
});

test('a closed socket neither reconnects nor opens the line whose ticket was on its way', async () => {
  const socket = openSocket(address);
  socket.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWebSocket.all).toEqual([]);
});

test('closed for a limit the line comes back later each time, and the person is told once until it lasted', async () => {
  const told: string[] = [];
  const socket = await started(undefined, (limit) => told.push(limit));
  for (const waitMs of [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
    const { length } = FakeWebSocket.all;
    latest().close(socketCloseCodes.tooManyMessages);
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(FakeWebSocket.all).toHaveLength(length);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeWebSocket.all).toHaveLength(length + 1);
    latest().open();
  }
  expect(told).toEqual(['tooManyMessages']);
  for (let second = 0; second < 60; second += 5) {
    await vi.advanceTimersByTimeAsync(5_000);
    latest().hear('/ws/ping', { at: 'now' });
  }
  latest().close(socketCloseCodes.tooManySubscriptions);
  expect(told).toEqual(['tooManyMessages', 'tooManySubscriptions']);
  socket.close();
});

test('one tab too many comes back when the person returns to it, not by itself', async () => {
  const told: string[] = [];
  const socket = await started(undefined, (limit) => told.push(limit));
  latest().close(socketCloseCodes.tooManySockets);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(FakeWebSocket.all).toHaveLength(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeWebSocket.all).toHaveLength(2);
  latest().open();
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([FakeWebSocket.all.length, told]).toEqual([2, ['tooManySockets']]);
  socket.close();
});

test('a closed socket does not come back to a tab that is shown again', async () => {
  const socket = await started();
  latest().close(socketCloseCodes.tooManySockets);
  socket.close();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWebSocket.all).toHaveLength(1);
});
