import { errors, sessionCalls } from '@sweepline/contract';
import * as argon2 from '@node-rs/argon2';
import { beforeEach, expect, test, vi } from 'vitest';
import { settableClock, type Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { logIn, people, signIn } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { createLoginGuard, type Visitor } from './login-guard.ts';
import { createLoginRateLimits } from './login-rate-limits.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) };
});
const evaluated = vi.mocked(argon2.verify);

const server = ownTestServer();
beforeEach(async () => {
  await server.asOwner((sql) => sql`delete from sessions`);
  evaluated.mockClear();
});

const guesses = 10_000;
const maxAdmitted = 60;
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
const stranger: Visitor = {
  accountId: 'owner',
  username: 'owner',
  network: '192.0.2.1',
  device: undefined,
  addressKnown: false,
};

/** Runs ten thousand guesses against one guard, and counts how many it admits and how often the owner signs in. */
async function floodGuard(from: (n: number) => Partial<Visitor>, everyMs: number) {
  const clock = settableClock('2030-01-02T03:04:05.000Z');
  const guard = createLoginGuard(clock);
  const tries = async (visitor: Partial<Visitor>, outcome: 'failed' | 'succeeded' = 'failed') => {
    const attempt = await guard.enter({ ...stranger, ...visitor }).catch((error: unknown) => {
      // This runs ninety thousand times; an `expect` in each would dominate the run time of this file.
      if (!(error instanceof Refusal)) throw error;
      return undefined;
    });
    attempt?.settle(outcome);
    return attempt !== undefined;
  };
  let admitted = 0;
  const owner = { device: 0, address: 0 };
  for (let n = 0; n < guesses; n++) {
    if (await tries(from(n))) admitted += 1;
    clock.advance(everyMs);
    if (n % 1_000 !== 0) continue;
    if (await tries({ network: addressOf(n), device: 'of the owner' }, 'succeeded')) owner.device += 1;
    if (await tries({ network: '198.51.100.7', addressKnown: true }, 'succeeded')) owner.address += 1;
  }
  return { admitted, owner, clock, tries };
}

test.each([
  ['one address, at one moment', () => ({}), 0],
  ['one address, ten a second', () => ({}), 100],
  ['one address, one a second', () => ({}), 1_000],
  ['ten thousand addresses, at one moment', (n: number) => ({ network: addressOf(n) }), 0],
  ['ten thousand addresses, one a second', (n: number) => ({ network: addressOf(n) }), 1_000],
  ['a hundred addresses in turn, one a second', (n: number) => ({ network: addressOf(n % 100) }), 1_000],
  ['an address the owner uses too, one a second', () => ({ addressKnown: true }), 1_000],
])(
  'of 10,000 guesses from %s at most 60 are admitted, and the owner always signs in',
  async (_how, from, everyMs) => {
    const { admitted, owner } = await floodGuard(from, everyMs);
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThanOrEqual(maxAdmitted);
    expect(owner).toEqual({ device: 10, address: 10 });
  },
);

test('a new address is admitted despite the pauses of insistent addresses, and after a flood in 15 minutes', async () => {
  const { tries } = await floodGuard(() => ({}), 0);
  expect(await tries({ network: '203.0.113.5' })).toBe(true);

  const flood = await floodGuard((n) => ({ network: addressOf(n) }), 0);
  expect(await flood.tries({ network: '203.0.113.5' })).toBe(false);
  flood.clock.advance(15 * 60_000);
  expect(await flood.tries({ network: '203.0.113.5' })).toBe(true);
});

test('a right password restores the attempt, and concurrent attempts wait for the result of earlier ones', async () => {
  const guard = createLoginGuard(settableClock('2030-01-02T03:04:05.000Z'));
  for (let n = 0; n < 1_000; n++) (await guard.enter({ ...stranger, network: 'a' })).settle('withdrawn');
  for (let n = 0; n < 1_000; n++) (await guard.enter({ ...stranger, device: 'own' })).settle('succeeded');
  const enterConcurrently = (outcome: 'succeeded' | 'failed') =>
    Promise.allSettled(
      Array.from({ length: 20 }, async () => {
        const attempt = await guard.enter({ ...stranger, accountId: outcome, addressKnown: true });
        await Promise.resolve();
        attempt.settle(outcome);
      }),
    );
  const count = (all: PromiseSettledResult<void>[]) =>
    all.filter(({ status }) => status === 'fulfilled').length;
  expect(count(await enterConcurrently('succeeded'))).toBe(20);
  expect(count(await enterConcurrently('failed'))).toBe(4);
});

test('attempts with a hundred thousand unknown names do not evict the limits of an account', async () => {
  const { tries } = await floodGuard(() => ({}), 0);
  for (let n = 0; n < 100_000; n++)
    await tries({ accountId: undefined, username: `name ${n}`, network: addressOf(n) });
  expect(await tries({})).toBe(false);
});

const fail = (details: object, message: string) => expect.fail(`${message} ${JSON.stringify(details)}`);
const failing = { warn: fail, error: fail };

/** Two processes of an installation: two guards and one database. */
const twoProcesses = (clock: Clock) => {
  const limits = [0, 1].map(() => createLoginRateLimits(server.db, clock, failing));
  const guards = limits.map((shared) => createLoginGuard(clock, shared));
  return { guards, written: () => Promise.all(limits.map((limit) => limit.flush())) };
};

test.each([
  ['one address', 0, () => ({})],
  ['ten thousand addresses', 1_000, (n: number) => ({ network: addressOf(n) })],
])(
  'of 10,000 guesses from %s that alternate between two processes at most 60 are admitted, and the owner at both',
  async (_how, everyMs, from) => {
    const clock = settableClock('2030-01-02T03:04:05.000Z');
    const { guards, written } = twoProcesses(clock);
    const tries = async (
      n: number,
      visitor: Partial<Visitor>,
      outcome: 'failed' | 'succeeded' = 'failed',
    ) => {
      const attempt = await guards[n % 2]!.enter({ ...stranger, ...visitor }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return undefined;
      });
      attempt?.settle(outcome);
      return attempt !== undefined;
    };
    let admitted = 0;
    let owner = 0;
    for (let n = 0; n < guesses; n++) {
      if (await tries(n, from(n))) admitted += 1;
      clock.advance(everyMs);
      if (n % 1_111 !== 0) continue;
      if (await tries(n, { network: addressOf(n), device: 'of the owner' }, 'succeeded')) owner += 1;
      await written();
    }
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThanOrEqual(maxAdmitted);
    expect(owner).toBe(10);
  },
);

test('a success at one process ends the pause of the same browser at the other', async () => {
  const clock = settableClock('2030-01-02T03:04:05.000Z');
  const { guards, written } = twoProcesses(clock);
  const enter = (n: number) => guards[n]!.enter({ ...stranger, device: 'of the owner' });
  for (let n = 0; n < 4; n++) (await enter(0)).settle('failed');
  (await enter(1)).settle('failed');
  await expect(enter(1)).rejects.toThrow('waitToSignIn');
  clock.advance(1_000);
  (await enter(0)).settle('failed');
  await expect(enter(0)).rejects.toThrow('waitToSignIn');
  clock.advance(2_000);
  (await enter(1)).settle('succeeded');
  await written();
  for (let n = 0; n < 4; n++) {
    (await enter(0)).settle('failed');
    clock.advance(5_000);
  }
});

test('guesses at many accounts from one address in a pause are refused from memory', async () => {
  const clock = settableClock('2030-01-02T03:04:05.000Z');
  const shared = createLoginRateLimits(server.db, clock, failing);
  const take = vi.spyOn(shared, 'take');
  const guard = createLoginGuard(clock, shared);
  for (let n = 0; n < 200; n++)
    await guard.enter({ ...stranger, accountId: `account ${n}` }).then(
      (attempt) => attempt.settle('failed'),
      (error: unknown) => expect(error).toBeInstanceOf(Refusal),
    );
  expect(take.mock.calls.length).toBeLessThan(25);
});

test('concurrent guesses at two processes share one limit, and a restart keeps it', async () => {
  const clock = settableClock('2030-01-02T03:04:05.000Z');
  const { guards } = twoProcesses(clock);
  const all = await Promise.allSettled(
    Array.from({ length: 200 }, async (_, n) => {
      const attempt = await guards[n % 2]!.enter({ ...stranger, network: addressOf(n) });
      attempt.settle('failed');
    }),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  const [restarted] = twoProcesses(clock).guards;
  await expect(restarted!.enter({ ...stranger, network: '203.0.113.5' })).rejects.toThrow('waitToSignIn');
});

test('an attempt that one process refuses is refused by the next process', async () => {
  const password = 'not the one';
  for (let n = 0; n < 9; n++) await logIn(server, { username: 'bare', password, address: addressOf(n) });
  const [next] = twoProcesses(server.clock).guards;
  const visitor = { ...stranger, accountId: people.bare.id, network: '192.0.2.71' };
  await expect(next!.enter(visitor)).rejects.toThrow('waitToSignIn');
  const rows = await server.asOwner((sql) => sql`select key from login_rate_limits`);
  expect(rows.every(({ key }) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
});

const guess = (address: string, n: number) =>
  logIn(server, { username: 'reader', password: `guess number ${n}`, address });

test('of 10,000 parallel guesses at most 60 reach argon2, and the owner signs in by browser or by address', async () => {
  const [device, address] = ['the secret of this browser', '198.51.100.7'];
  await signIn(server, { username: 'reader', device, address });
  evaluated.mockClear();
  const codes = new Map<number, number>();
  const flood = Array.from({ length: guesses }, async (_, n) => {
    const { code } = await guess(addressOf(n), n);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  });
  const byBrowser = await logIn(server, { username: 'reader', device, address: '203.0.113.77' });
  const byAddress = await logIn(server, { username: 'reader', address });
  expect([byBrowser.code, byAddress.code]).toEqual([200, 200]);
  await Promise.all(flood);
  expect(evaluated.mock.calls.length).toBeLessThanOrEqual(maxAdmitted);
  // On a busy machine, admitted guesses and some of the others are answered as busy.
  expect(codes.has(200)).toBe(false);
  expect(codes.get(errors.waitToSignIn.code)).toBeGreaterThan(0);
});

test('repeated guesses from one address are refused with the seconds to wait, and the history counts them in few rows', async () => {
  // The floods of the earlier tests have used up the limit of all addresses per minute.
  server.clock.advance(120_000);
  const who = await signIn(server, { username: 'mallAdmin', address: '198.51.100.7' });
  evaluated.mockClear();
  const attempt = (n: number, secret = `guess number ${n}`) =>
    logIn(server, { username: 'mallAdmin', password: secret, address: '192.0.2.50' });
  for (let n = 0; n < 300; n++) await attempt(n);
  expect(evaluated.mock.calls.length).toBeLessThan(15);
  const { code, msg } = await attempt(0, 'right horse battery');
  expect(code).toBe(errors.waitToSignIn.code);
  expect(msg).toMatch(/Try again in \d+ s$/);
  const rows = await eventually(async () => {
    const { list } = await server.ok(sessionCalls.history, who, { kind: ['FAILED', 'HELD_BACK'] });
    return list.reduce((sum, { times }) => sum + times, 0) === 301 && list;
  }, 'all of them in the history');
  expect(rows.length).toBeLessThanOrEqual(2);
  expect(rows.find(({ kind }) => kind === 'FAILED')?.address).toBe('192.0.2.50');
  server.clock.advance(60_000);
  expect((await attempt(0, 'right horse battery')).code).toBe(200);
});

test('an unknown account gets the same refusals as an existing one', async () => {
  const answers = async (username: string) => {
    const codes = [];
    for (let n = 0; n < 30; n++) {
      const { code } = await logIn(server, { username, password: `guess ${n}`, address: '192.0.2.60' });
      codes.push(code);
    }
    return codes;
  };
  const existing = await answers('otherAdmin');
  server.clock.advance(3_600_000);
  expect(await answers('nobody.at.all')).toEqual(existing);
  expect(existing).toContain(errors.waitToSignIn.code);
});

test('a browser’s secret is stored as a different hash for each account', async () => {
  const device = 'the secret of this browser';
  for (const username of ['staff', 'superAdmin']) await signIn(server, { username, device });
  const rows = await server.asOwner(
    (sql) => sql`select hash, account_id as id from known_places where kind = 'DEVICE'`,
  );
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([people.staff.id, people.superAdmin.id].toSorted());
  expect(JSON.stringify(rows)).not.toContain(device);
});

test('the newest twenty browsers and addresses of an account are stored', async () => {
  for (let n = 0; n < 23; n++) {
    server.clock.advance(1_000);
    await signIn(server, {
      username: 'agentAdmin',
      device: `the secret of browser ${n}`,
      address: addressOf(n),
    });
  }
  const [row] = await server.asOwner((sql) => sql`select count(*)::int as n from known_places`);
  expect(row?.n).toBe(40);
});
