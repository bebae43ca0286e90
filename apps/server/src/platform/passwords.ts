import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id, which is the library's default kind: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Two at a time: a rush of logins must not take both processors from everybody else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  while (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** One form for what looks the same: the same password typed on two keyboards must be the same bytes. */
const normal = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string) => inTurn(() => hash(normal(password), cost));

let decoy: Promise<string> | undefined;

/** True when the password fits. Without a hash, that of an unknown account, the same work is done for the answer no. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hashPassword('nobody has this password')));
  const fits = await inTurn(() => verify(against, normal(password)));
  return fits && stored !== undefined;
}
