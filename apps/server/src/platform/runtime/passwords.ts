import { passwordForm } from '@sweepline/contract';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { Refusal } from '../calls/ctx.ts';

/** OWASP's recommendation for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxRunning = 2;

/** The queue of a caller: `known` is signed in or has signed in before, `stranger` may be guessing. */
export type Turn = 'known' | 'stranger';
/** A full queue refuses with `busy`: it is about two seconds of work, so that no caller waits into a time-out. */
const maxWaiting: Record<Turn, number> = { known: 200, stranger: 50 };

const queue = new PQueue({ concurrency: maxRunning });
const priorities: Record<Turn, number> = { known: 1, stranger: 0 };

/** Runs two hashes at a time; `known` callers go first. A rush of logins must not occupy all processors. */
async function inQueue<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  const priority = priorities[turn];
  if (queue.sizeBy({ priority }) >= maxWaiting[turn]) throw new Refusal('busy');
  return await queue.add(work, { priority });
}

/** Hashes a password in NFC, so that texts that look equal have equal hashes. The whole password counts. Refuses with `busy`. */
export const hashPassword = (password: string) => inQueue('known', () => hash(passwordForm(password), cost));

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. For an unknown account (no hash) it does the same work and returns false, so the
 * response time does not reveal it. Refuses with `busy`.
 */
export async function passwordFits(
  stored: string | undefined,
  password: string,
  turn: Turn = 'known',
): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hash('no account has this password', cost)));
  const matches = await inQueue(turn, () => verify(against, passwordForm(password)));
  return matches && stored !== undefined;
}
