import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/ctx.ts';
import type { Turn } from '../../platform/passwords.ts';
import { throttle, type Throttle } from '../../platform/throttle.ts';

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

/** One attempt that is heard. It counts as a failure until it is said to be none. */
export interface Attempt {
  turn: Turn;
  succeeded(): void;
  /** It was not looked at: the queue was full. */
  withdrawn(): void;
}

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/**
 * Lanes of attempts at one account, each with a growing pause of its own, so that who fails in one never slows another down.
 * The figures keep all that strangers try in hours below sixty, see the test.
 */
function lanes(now: Clock) {
  const lane = (free: number, firstMs: number, longestMs: number) =>
    throttle(now, { free, firstMs, longestMs, forgottenMs: day });
  return {
    /** By browser that signed in before, and by session that changes its password. */
    own: lane(4, second, 15 * minute),
    /** By address the account signed in from before. */
    address: lane(3, 2 * second, 60 * minute),
    /** All addresses that never tried this account, or only lately. */
    newcomers: lane(5, 2 * second, 15 * minute),
    /** All addresses that tried it again and again. */
    insistent: lane(4, 4 * second, 60 * minute),
    /** How often an address asked, heard or not. Only counted. */
    asked: lane(Infinity, 0, 0),
  };
}

/** An address that asked so often takes its turns with its like: the pause of newcomers is not of its making. */
const newcomerAsks = 3;

/**
 * Slows guessing down without ever locking anybody out: strangers share the pauses of strangers, while a browser or an address
 * that signed in before has its own. It remembers a bounded number of names and addresses; names of no account are remembered
 * apart, so that inventing names cannot push out what is known of accounts.
 */
export function loginGuard(now: Clock) {
  const ofAccounts = lanes(now);
  const ofNobody = lanes(now);
  /** By address, whatever the account. */
  const addresses = throttle(now, {
    ...{ free: 19, firstMs: second, longestMs: minute },
    forgottenMs: 15 * minute,
  });

  const takeAll = (turn: Turn, taken: readonly (readonly [Throttle, string])[]): Attempt => {
    const waitMs = Math.max(...taken.map(([one, key]) => one.waitMs(key)));
    if (waitMs > 0)
      throw new Refusal('waitToSignIn', { words: { seconds: String(Math.ceil(waitMs / second)) } });
    for (const [one, key] of taken) one.failed(key);
    const giveBack = () => taken.forEach(([one, key]) => one.giveBack(key));
    const own = turn === 'known';
    return {
      turn,
      succeeded: own ? () => taken.forEach(([one, key]) => one.succeeded(key)) : giveBack,
      withdrawn: giveBack,
    };
  };

  return {
    /** Lets an attempt in, or refuses it with the seconds to wait. */
    enter: ({ accountId, username, network, device, addressKnown }: Visitor): Attempt => {
      const known = accountId === undefined ? ofNobody : ofAccounts;
      const who = accountId ?? username;
      const here = `${who} ${network}`;
      if (device) return takeAll('known', [[known.own, `${who} ${device}`]]);
      if (addressKnown) return takeAll('known', [[known.address, here]]);
      known.asked.failed(here);
      const lane = known.asked.count(here) > newcomerAsks ? known.insistent : known.newcomers;
      return takeAll('stranger', [
        [lane, who],
        [addresses, network],
      ]);
    },
    /** For the original password of somebody signed in: a stolen session must not find it out. */
    enterOwn: (accountId: string): Attempt => takeAll('known', [[ofAccounts.own, `${accountId} session`]]),
  };
}
export type LoginGuard = ReturnType<typeof loginGuard>;
