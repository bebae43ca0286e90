import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Turn } from '../../../platform/runtime/passwords.ts';
import { createRecentMap } from '../../../platform/limits/rates/recent-map.ts';
import { localLimits, type CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import {
  growingPause,
  throttle,
  type Throttle,
  type ThrottleRule,
} from '../../../platform/limits/rates/throttle.ts';
import type { RateLimitKey, LoginRateLimits } from './login-rate-limits.ts';

/** The origin of a sign-in attempt before the check of its password. */
export interface Visitor {
  /** Undefined if the account does not exist. */
  accountId: string | undefined;
  /** The entered username in its normalised form. */
  username: string;
  /** The IPv4 address or the IPv6 network. */
  network: string;
  /** The hash of the browser's secret, if the browser signed in to this account before. */
  device: string | undefined;
  /** Whether the account signed in from this address before. */
  addressKnown: boolean;
}

/** An admitted attempt. It counts as failed until it is settled otherwise. */
export interface Attempt {
  turn: Turn;
  /** `withdrawn`: the password was not checked. */
  settle(outcome: 'failed' | 'succeeded' | 'withdrawn'): void;
}

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** A rate limit of this process, with the name under which all processes share it. */
interface LoginLimit extends Throttle {
  name: string;
  rule: ThrottleRule;
}
type LimitEntry = readonly [limit: LoginLimit, key: string];

const createLimit = (now: Clock, name: string, rule: ThrottleRule): LoginLimit => ({
  ...throttle(now, rule),
  name,
  rule,
});

/**
 * The rate limits of attempts at one account. Each has its own growing pause, so that failures in one do not delay
 * another. The numbers keep the attempts of unknown devices below sixty in some hours, see the test.
 */
function createLimits(now: Clock, owner: string, createShared: CreateLimit) {
  const create = (name: string, free: number, firstMs: number, maxMs: number) =>
    createLimit(now, `${owner} ${name}`, { free, firstMs, maxMs, resetMs: day });
  return {
    /** Per browser that signed in before, and per session that changes its password. */
    own: create('own', 4, second, 15 * minute),
    /** Per address the account signed in from before. */
    address: create('address', 3, 2 * second, 60 * minute),
    /** All addresses with at most `newcomerAsks` attempts at this account. */
    newcomers: create('newcomers', 5, 2 * second, 15 * minute),
    /** All addresses with more attempts at this account. */
    insistent: create('insistent', 4, 4 * second, 60 * minute),
    /** Attempts per address, admitted or not. They cause no pause: with more of them the address is insistent. */
    attempts: createShared(
      `sign-in ${owner} asked`,
      growingPause({ free: newcomerAsks, firstMs: day, maxMs: day, resetMs: day }),
    ),
  };
}

/**
 * After this many attempts an address moves to the limit of insistent addresses, so that it does not slow newcomers.
 */
const newcomerAsks = 3;
/** The number of attempts that may wait for the result of earlier ones. It allows one person with several tabs. */
const maxWaiting = 20;

const tooSoon = (waitMs: number) =>
  new Refusal('waitToSignIn', { words: { seconds: String(Math.ceil(waitMs / second)) } });

/**
 * For so long a pause is refused from memory, so that a flood of attempts causes few queries. After that another process may have
 * ended it, as a successful sign-in does.
 */
const trustedMs = 5_000;
const maxPauses = 50_000;

/** Admits an attempt to a limit if no pause applies, in this process and in the others. */
function gate(now: Clock, shared: LoginRateLimits | undefined) {
  const readAt = createRecentMap<number>(maxPauses);
  const nameOf = ({ name }: LoginLimit, key: string) => `${name} ${key}`;
  /** Whether the counts of all processes were read so long ago that the local pause may have ended. */
  const mayHaveEnded = (limit: LoginLimit, key: string) =>
    shared !== undefined && Math.abs(now().getTime() - (readAt.get(nameOf(limit, key)) ?? 0)) >= trustedMs;

  const running = new Map<Throttle, Map<string, { under: number; waiting: (() => void)[] }>>();

  const join = (limit: Throttle, key: string) => {
    const keys = running.get(limit) ?? new Map<string, { under: number; waiting: (() => void)[] }>();
    running.set(limit, keys);
    const entry = keys.get(key) ?? { under: 0, waiting: [] };
    keys.set(key, entry);
    const leave = () => {
      entry.under -= 1;
      if (entry.under === 0) keys.delete(key);
      entry.waiting.splice(0).forEach((resume) => resume());
    };
    return { entry, leave };
  };

  /** The counts of all processes replace the local ones. */
  const takeShared = async (
    entries: readonly LimitEntry[],
    places: readonly RateLimitKey[],
  ): Promise<number> => {
    if (!shared) return 0;
    for (const [limit, key] of entries) readAt.set(nameOf(limit, key), now().getTime());
    const { waitMs, counters } = await shared.take(places);
    entries.forEach(([limit, key], n) => {
      if (waitMs > 0) limit.undo(key);
      limit.learn(key, counters[n]!);
    });
    return waitMs;
  };

  return async (turn: Turn, limit: LoginLimit, key: string, additional: LimitEntry[]): Promise<Attempt> => {
    const entries: LimitEntry[] = [[limit, key], ...additional];
    const places = entries.map(([{ name, rule }, by]) => ({ name, rule, key: by }));
    for (;;) {
      const waitMs = Math.max(...entries.map(([each, by]) => each.waitMs(by)));
      if (entries.every(([each, by]) => each.waitMs(by) === 0 || mayHaveEnded(each, by))) break;
      const before = running.get(limit)?.get(key);
      if (!before || before.waiting.length >= maxWaiting) throw tooSoon(waitMs);
      await new Promise<void>((resume) => before.waiting.push(resume));
    }
    const { entry, leave } = join(limit, key);
    entry.under += 1;
    for (const [each, by] of entries) each.failed(by);
    const settle: Attempt['settle'] = (outcome) => {
      if (outcome === 'succeeded' && turn === 'known') {
        limit.succeeded(key);
        shared?.succeeded(places);
      } else if (outcome !== 'failed') {
        for (const [each, by] of entries) each.undo(by);
        shared?.undo(places);
      }
      leave();
    };
    const sharedMs = await takeShared(entries, places).catch((error: unknown) => {
      settle('withdrawn');
      throw error;
    });
    if (sharedMs > 0) {
      leave();
      throw tooSoon(sharedMs);
    }
    return { turn, settle };
  };
}

/**
 * Slows password guessing without locking an account. Unknown browsers and addresses share their pauses; a browser or
 * an address that signed in before has its own limit. The number of stored names and addresses is bounded. Names
 * without an account have separate limits, so that invented names cannot evict those of accounts. With `shared`, all
 * processes count together.
 */
export function createLoginGuard(
  now: Clock,
  shared?: LoginRateLimits,
  createShared: CreateLimit = localLimits(now),
) {
  const ofAccounts = createLimits(now, 'account', createShared);
  const ofUnknown = createLimits(now, 'nobody', createShared);
  /** Per address, over all accounts. */
  const addresses = createLimit(now, 'addresses', { free: 19, firstMs: second, maxMs: minute });
  const take = gate(now, shared);

  return {
    /** Admits an attempt, or refuses it with the seconds to wait. */
    enter: async ({ accountId, username, network, device, addressKnown }: Visitor): Promise<Attempt> => {
      const limits = accountId === undefined ? ofUnknown : ofAccounts;
      const subject = accountId ?? username;
      const byAddress = `${subject} ${network}`;
      if (device) return await take('known', limits.own, `${subject} ${device}`, []);
      if (addressKnown) return await take('known', limits.address, byAddress, []);
      limits.attempts.use(byAddress);
      const limit = limits.attempts.allows(byAddress) ? limits.newcomers : limits.insistent;
      return await take('stranger', limit, subject, [[addresses, network]]);
    },
    /** For the check of the original password in a session, which limits guessing with a stolen session. */
    enterOwn: (accountId: string): Promise<Attempt> =>
      take('known', ofAccounts.own, `${accountId} session`, []),
  };
}
export type LoginGuard = ReturnType<typeof createLoginGuard>;
