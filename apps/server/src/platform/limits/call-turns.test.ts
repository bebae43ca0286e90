import { expect, test } from 'vitest';
import { createCallTurns } from './call-turns.ts';
import { createLimitMetrics } from './limit-metrics.ts';

const noDeadline = new Promise<never>(() => {});
const setUp = (maxRunning: number, maxWaiting: number, maxRunningPerCall = maxRunning) => {
  const turns = createCallTurns(createLimitMetrics(), { maxRunning, maxRunningPerCall, maxWaiting });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (accountId: string, name: string, { deadline = noDeadline, path = 'list' } = {}) =>
    turns.run(
      { accountId, path },
      () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      deadline,
    );
  return { started, call, end: (name: string) => ends.get(name)!() };
};

test('calls of one account above maxRunning wait in their order', async () => {
  const { started, call, end } = setUp(2, 10);
  const calls = ['a', 'b', 'c', 'd'].map((name) => call('account', name));
  expect(started).toEqual(['a', 'b']);
  end('b');
  await calls[1];
  expect(started).toEqual(['a', 'b', 'c']);
  end('a');
  end('c');
  await Promise.all([calls[0], calls[2]]);
  end('d');
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd']);
});

test('calls of one path above maxRunningPerCall leave a turn for another path', async () => {
  const { started, call, end } = setUp(3, 10, 2);
  const calls = ['a', 'b', 'c', 'd'].map((name) => call('account', name));
  const other = call('account', 'other', { path: 'detail' });
  expect(started).toEqual(['a', 'b', 'other']);
  end('a');
  await calls[0];
  expect(started).toEqual(['a', 'b', 'other', 'c']);
  for (const name of ['b', 'c', 'other']) end(name);
  expect(await other).toBe('other');
  await calls[2];
  end('d');
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd']);
});

test('calls of all paths above maxRunning wait', async () => {
  const { started, call, end } = setUp(3, 10, 2);
  const calls = ['a', 'b', 'c', 'd'].map((name) => call('account', name, { path: name }));
  expect(started).toEqual(['a', 'b', 'c']);
  end('a');
  await calls[0];
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['b', 'c', 'd']) end(name);
  await Promise.all(calls);
});

test('the calls of all paths count for maxWaiting', async () => {
  const { call, end } = setUp(1, 2);
  const calls = ['a', 'b', 'c'].map((name) => call('account', name, { path: name }));
  await expect(call('account', 'd', { path: 'd' })).rejects.toMatchObject({ reason: 'tooMany' });
  for (const [at, name] of ['a', 'b', 'c'].entries()) {
    end(name);
    await calls[at];
  }
});

test('calls of another account do not wait behind a busy one', async () => {
  const { started, call, end } = setUp(1, 10);
  void call('busy', 'first');
  void call('busy', 'second');
  const other = call('other', 'third');
  expect(started).toEqual(['first', 'third']);
  end('third');
  expect(await other).toBe('third');
});

test('a call above maxWaiting is refused, and the account can call again later', async () => {
  const { call, end } = setUp(1, 1);
  const [first, second] = [call('account', 'first'), call('account', 'second')];
  await expect(call('account', 'third')).rejects.toMatchObject({ reason: 'tooMany', statusCode: 429 });
  end('first');
  await first;
  end('second');
  await second;
  const fourth = call('account', 'fourth');
  end('fourth');
  expect(await fourth).toBe('fourth');
});

test('a call whose deadline passes while it waits does not run', async () => {
  const { started, call, end } = setUp(1, 10);
  let pass = (_error: Error) => {};
  const deadline = new Promise<never>((_resolve, reject) => (pass = reject));
  const first = call('account', 'first');
  const second = call('account', 'second', { deadline });
  pass(new Error('timeout'));
  await expect(second).rejects.toThrow('timeout');
  end('first');
  await first;
  expect(started).toEqual(['first']);
});
