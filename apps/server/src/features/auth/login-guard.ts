import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Turn } from '../../platform/runtime/passwords.ts';
import { throttle, type Throttle, type ThrottleRule } from '../../platform/limits/throttle.ts';
import type { LanePlace, LoginRateLimits } from './login-rate-limits.ts';

/** Who tries to sign in, as far as one can tell before the password is looked at. */
export interface Visitor {
  /** Missing when there is no such account. */
  accountId: string | undefined;
  /** What was typed, in the form in which names are compared. */
  username: string;
  /** The address, or the network it stands for. */
  network: string;
  /** The browser signed in to this account before: the hash of its secret. */
  device: string | undefined;
  /** The account signed in from this address before. */
  addressKnown: boolean;
}

/** One attempt that is heard. It counts as a failure until it turns out to be none. */
export interface Attempt {
  turn: Turn;
  /** `withdrawn`: the password was not looked at. */
  settle(outcome: 'failed' | 'succeeded' | 'withdrawn'): void;
}

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** One lane: what this process counts, and under which name all of them do. */
interface Lane extends Throttle {
  name: string;
  rule: ThrottleRule;
}
type Place = readonly [lane: Lane, key: string];

const laneOf = (now: Clock, name: string, rule: ThrottleRule): Lane => ({
  ...throttle(now, rule),
  name,
  rule,
});

/**
 * Lanes of attempts at one account, each with a growing pause of its own, so that who fails in one never slows another down.
 * The figures keep all that strangers try in hours below sixty, see the test.
 */
function lanes(now: Clock, whose: string) {
  const lane = (name: string, free: number, firstMs: number, longestMs: number) =>
    laneOf(now, `${whose} ${name}`, { free, firstMs, longestMs, forgottenMs: day });
  return {
    /** By browser that signed in before, and by session that changes its password. */
    own: lane('own', 4, second, 15 * minute),
    /** By address the account signed in from before. */
    address: lane('address', 3, 2 * second, 60 * minute),
    /** All addresses that never tried this account, or only lately. */
    newcomers: lane('newcomers', 5, 2 * second, 15 * minute),
    /** All addresses that tried it again and again. */
    insistent: lane('insistent', 4, 4 * second, 60 * minute),
    /** How often an address asked, heard or not. Only counted. */
    asked: lane('asked', Infinity, 0, 0),
  };
}

/** An address that asked so often takes its turns with its like: the pause of newcomers is not of its making. */
const newcomerAsks = 3;
/** So many wait for how the attempts before them come out: a person with six tabs is nobody who guesses. */
const maxWaiting = 20;

const tooSoon = (waitMs: number) =>
  new Refusal('waitToSignIn', { words: { seconds: String(Math.ceil(waitMs / second)) } });

/** Takes an attempt into a lane once it is not too soon, here and in the other processes. */
function gate(shared: LoginRateLimits | undefined) {
  const open = new Map<Throttle, Map<string, { under: number; waiting: (() => void)[] }>>();

  const inLane = (lane: Throttle, key: string) => {
    const keys = open.get(lane) ?? new Map<string, { under: number; waiting: (() => void)[] }>();
    open.set(lane, keys);
    const entry = keys.get(key) ?? { under: 0, waiting: [] };
    keys.set(key, entry);
    const leave = () => {
      entry.under -= 1;
      if (entry.under === 0) keys.delete(key);
      entry.waiting.splice(0).forEach((go) => go());
    };
    return { entry, leave };
  };

  /** What all processes have counted is what this one goes by from now on. */
  const takeEverywhere = async (taken: readonly Place[], places: readonly LanePlace[]): Promise<number> => {
    if (!shared) return 0;
    const { waitMs, standing } = await shared.take(places);
    taken.forEach(([lane, key], n) => {
      if (waitMs > 0) lane.giveBack(key);
      lane.learn(key, standing[n]!);
    });
    return waitMs;
  };

  return async (turn: Turn, lane: Lane, key: string, alsoBy: Place[]): Promise<Attempt> => {
    const taken: Place[] = [[lane, key], ...alsoBy];
    const places = taken.map(([{ name, rule }, by]) => ({ name, rule, key: by }));
    for (;;) {
      const waitMs = Math.max(...taken.map(([one, by]) => one.waitMs(by)));
      if (waitMs === 0) break;
      const before = open.get(lane)?.get(key);
      if (!before || before.waiting.length >= maxWaiting) throw tooSoon(waitMs);
      await new Promise<void>((go) => before.waiting.push(go));
    }
    const { entry, leave } = inLane(lane, key);
    entry.under += 1;
    for (const [one, by] of taken) one.failed(by);
    const settle: Attempt['settle'] = (outcome) => {
      if (outcome === 'succeeded' && turn === 'known') {
        lane.succeeded(key);
        shared?.succeeded(places);
      } else if (outcome !== 'failed') {
        for (const [one, by] of taken) one.giveBack(by);
        shared?.giveBack(places);
      }
      leave();
    };
    const elsewhereMs = await takeEverywhere(taken, places).catch((error: unknown) => {
      settle('withdrawn');
      throw error;
    });
    if (elsewhereMs > 0) {
      leave();
      throw tooSoon(elsewhereMs);
    }
    return { turn, settle };
  };
}

/**
 * Slows guessing down without ever locking anybody out: strangers share the pauses of strangers, while a browser or an address
 * that signed in before has its own. It remembers a bounded number of names and addresses; names of no account are remembered
 * apart, so that inventing names cannot push out what is known of accounts. With `shared`, all processes count together.
 */
export function loginGuard(now: Clock, shared?: LoginRateLimits) {
  const ofAccounts = lanes(now, 'account');
  const ofNobody = lanes(now, 'nobody');
  /** By address, whatever the account. */
  const addresses = laneOf(now, 'addresses', { free: 19, firstMs: second, longestMs: minute });
  const take = gate(shared);

  return {
    /** Lets an attempt in, or refuses it with the seconds to wait. */
    enter: async ({ accountId, username, network, device, addressKnown }: Visitor): Promise<Attempt> => {
      const known = accountId === undefined ? ofNobody : ofAccounts;
      const who = accountId ?? username;
      const here = `${who} ${network}`;
      if (device) return await take('known', known.own, `${who} ${device}`, []);
      if (addressKnown) return await take('known', known.address, here, []);
      known.asked.failed(here);
      const lane = known.asked.count(here) > newcomerAsks ? known.insistent : known.newcomers;
      return await take('stranger', lane, who, [[addresses, network]]);
    },
    /** For the original password of somebody signed in: a stolen session must not find it out. */
    enterOwn: (accountId: string): Promise<Attempt> =>
      take('known', ofAccounts.own, `${accountId} session`, []),
  };
}
export type LoginGuard = ReturnType<typeof loginGuard>;
