import { expect, test, vi } from 'vitest';
import { createCallTurns } from './call-turns.ts';
import { createLimitMetrics } from './limit-metrics.ts';

const noDeadline = new Promise<never>(() => {});
const setUp = (maxRunning: number, maxWaiting: number, maxPathTurnMs = 60_000) => {
  const turns = createCallTurns(createLimitMetrics(), { maxRunning, maxPathTurnMs, maxWaiting });
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

test('calls of one account to one path run one after another in their order', async () => {
  const { started, call, end } = setUp(3, 10);
  const calls = ['a', 'b', 'c'].map((name) => call('account', name));
  const other = call('account', 'other', { path: 'detail' });
  expect(started).toEqual(['a', 'other']);
  for (const name of ['a', 'b', 'c']) {
    await vi.waitFor(() => expect(started).toContain(name));
    end(name);
  }
  end('other');
  expect(await Promise.all([...calls, other])).toEqual(['a', 'b', 'c', 'other']);
  expect(started).toEqual(['a', 'other', 'b', 'c']);
});

test('a call that runs longer than maxPathTurnMs does not delay the next call of its path any further', async () => {
  const { started, call, end } = setUp(3, 10, 5);
  const slow = call('account', 'slow');
  const next = call('account', 'next');
  expect(started).toEqual(['slow']);
  await vi.waitFor(() => expect(started).toEqual(['slow', 'next']));
  end('next');
  expect(await next).toBe('next');
  end('slow');
  expect(await slow).toBe('slow');
});

test('calls of all paths above maxRunning wait', async () => {
  const { started, call, end } = setUp(3, 10);
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
  await vi.waitFor(() => end('second'));
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
