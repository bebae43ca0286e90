import { passwordForm } from '@sweepline/contract';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../calls/ctx.ts';

/** OWASP's first choice for argon2id, which is the library's default kind: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;

/** Whose turn it is: people the server knows, signed in or seen before, and strangers, who may be guessing. */
export type Turn = 'known' | 'stranger';
/** Beyond this the next one is told to come back: some two seconds of work, so that nobody waits into a time-out. */
const maxWaiting: Record<Turn, number> = { known: 200, stranger: 50 };

let running = 0;
const waiting: Record<Turn, (() => void)[]> = { known: [], stranger: [] };

/** Two at a time: a rush of logins must not take both processors from everybody else, nor strangers people's turns. */
async function inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting[turn].length >= maxWaiting[turn]) throw new Refusal('busy');
    // Whoever leaves hands the place on without letting go of it: nobody slips in between.
    await new Promise<void>((go) => waiting[turn].push(go));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Hashes in NFC: what looks the same is the same bytes. All of it counts, however long. */
export const hashPassword = (password: string) => inTurn('known', () => hash(passwordForm(password), cost));

let decoy: Promise<string> | undefined;

/** True when the password fits. Without a hash, that of an unknown account, the same work is done for the answer no. */
export async function passwordFits(
  stored: string | undefined,
  password: string,
  turn: Turn = 'known',
): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hash('nobody has this password', cost)));
  const fits = await inTurn(turn, () => verify(against, passwordForm(password)));
  return fits && stored !== undefined;
}
