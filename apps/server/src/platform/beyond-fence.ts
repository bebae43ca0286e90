import { scopeSetting } from './columns.ts';
import type { Tx } from './db.ts';

/**
 * Runs `work` within the caller's transaction but over all companies, then closes the fence again. Only for what the program
 * itself does on the way, such as copying the provider's roles; nothing that is read here may reach the caller unchecked, and no
 * other statement of the transaction may run at the same time.
 */
export async function beyondFence<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (tx.scope === '*') return await work(tx);
  const [before] = await tx.raw<{ fence: string }>(
    `select current_setting('${scopeSetting}') as fence, set_config('${scopeSetting}', '*', true)`,
  );
  try {
    // The same transaction under another name: everything but the scope is the caller's.
    return await work(Object.create(tx, { scope: { value: '*' } }) as Tx);
  } finally {
    // After a failed statement the transaction is over and takes the setting with it.
    await tx.raw(`select set_config('${scopeSetting}', $1, true)`, [before?.fence]).catch(() => {});
  }
}
