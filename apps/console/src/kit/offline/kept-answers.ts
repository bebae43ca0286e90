import { clear, createStore, delMany, get, keys, set } from 'idb-keyval';

/** The last answer of a read call, for the time without a network. */
interface KeptAnswer<T> {
  answer: T;
  at: string;
}

const store = createStore('sweepline-kept', 'answers');
const keyOf = (owner: string, name: string) => `${owner} ${name}`;

/** Undefined where the browser has no database or no room: the page then needs the network. */
async function orUndefined<T>(access: () => Promise<T>): Promise<T | undefined> {
  try {
    return await access();
  } catch {
    return undefined;
  }
}

export const keepAnswer = (owner: string, name: string, answer: unknown, at: string) =>
  orUndefined(() => set(keyOf(owner, name), { answer, at }, store));

export const keptAnswer = <T>(owner: string, name: string) =>
  orUndefined(() => get<KeptAnswer<T>>(keyOf(owner, name), store));

/** Removes what other accounts of this browser read, and answers of this account that are over. */
export const forgetOtherAnswers = (owner: string, isOver: (name: string) => boolean) =>
  orUndefined(async () => {
    const own = keyOf(owner, '');
    const old = (await keys<string>(store)).filter(
      (key) => !key.startsWith(own) || isOver(key.slice(own.length)),
    );
    if (old.length > 0) await delMany(old, store);
  });

export const forgetAnswers = () => orUndefined(() => clear(store));
