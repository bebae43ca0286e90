import { scopeSetting } from './columns.ts';
import type { Tx } from './db.ts';

/**
 * Runs `work` within the caller's transaction but over all companies, then closes the fence again. Only for what the program
 * itself does on the way, such as copying the provider's roles; nothing that is read here may reach the caller unchecked, and no
 * other statement of the transaction may run at the same time.
 */
export async function asSystem<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (tx.scope === '*') return await work(tx);
  setScope(tx, '*');
  try {
    // The same transaction under another name: everything but the scope is the caller's.
    return await work(Object.create(tx, { scope: { value: '*' } }) as Tx);
  } finally {
    setScope(tx, tx.fence);
  }
}

/**
 * Sent and not waited for: one connection answers in the order it was asked, so whatever follows finds the fence where it is to be.
 * A failure of this fails everything after it, and after a failed statement the transaction is over and takes the setting with it.
 */
const setScope = (tx: Tx, fence: string) =>
  void tx.raw(`select set_config('${scopeSetting}', $1, true)`, [fence]).catch(() => {});
