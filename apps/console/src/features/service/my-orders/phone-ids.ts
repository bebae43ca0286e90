import { browserStorage } from '../../../kit/storage.ts';
import { withRealId } from '../../../kit/offline/outbox-rules.ts';

const maxIds = 400;
const keyOf = (owner: string) => `phone-ids ${owner}`;

type Pairs = [localId: string, realId: string][];
const read = (owner: string): Pairs => JSON.parse(browserStorage.getItem(keyOf(owner)) ?? '[]') as Pairs;

/** Remembers which picture of the server a picture of this phone has become: a form may still name the local one. */
export function rememberId(owner: string, localId: string, realId: string) {
  const pairs = read(owner).filter(([id]) => id !== localId);
  browserStorage.setItem(keyOf(owner), JSON.stringify([...pairs, [localId, realId]].slice(-maxIds)));
}

/** A value with the ids of the server for all pictures that have arrived there. */
export function withRealIds<T>(owner: string, value: T): T {
  const text = JSON.stringify(value);
  const arrived = read(owner).filter(([localId]) => text.includes(localId));
  return arrived.reduce((changed, [localId, realId]) => withRealId(changed, localId, realId), value);
}
