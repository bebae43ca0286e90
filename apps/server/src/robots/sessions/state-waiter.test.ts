import { afterEach, expect, test } from 'vitest';
import { newSession, type Session } from './session.ts';
import { createStateWaiter } from './state-waiter.ts';

const waiting = createStateWaiter();
afterEach(() => waiting.stop());

const robot = (n: number): Session =>
  newSession({
    deviceId: `0190d000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    companyId: '0190d000-0000-7000-8000-000000000000',
    sn: `J30C${n}`,
    manufacturer: 'JBOT',
    model: 'J30',
    protocol: 'v3',
    nickname: '',
    binding: 'ACTIVATED',
    secretHash: '',
  });

test('a state is checked only against the waits of its own robot', async () => {
  const checks: string[] = [];
  const robots = Array.from({ length: 200 }, (_, n) => robot(n));
  const ready = new Set<Session>();
  const ends = robots.map((session) =>
    waiting.until(
      session,
      () => {
        checks.push(session.device.sn);
        return ready.has(session);
      },
      60_000,
    ),
  );
  checks.length = 0;
  const [, second] = robots;
  ready.add(second!);
  waiting.stateSeen(second!);
  expect(checks).toEqual([second!.device.sn]);
  await expect(ends[1]).resolves.toBe(true);

  // A resolved wait is not checked again.
  waiting.stateSeen(second!);
  expect(checks).toEqual([second!.device.sn]);
});
