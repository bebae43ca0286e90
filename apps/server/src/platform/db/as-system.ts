import type { Tx } from './db.ts';
import { tenantScopeText, type Scope } from './tenant-scope-sql.ts';

/**
 * Runs `work` in the caller's transaction with the scope of all companies, then restores the caller's scope. Only for work of
 * the program itself, such as copying the provider's roles. No row read here may reach the caller unchecked, and no other
 * statement of the transaction may run at the same time.
 */
export const asSystem = <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => inCompanies(tx, '*', work);

/** As `asSystem`, with the scope of some companies: for work in the name of one that the caller is not of. */
export async function inCompanies<T>(tx: Tx, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (tx.scope === scope) return await work(tx);
  const text = tenantScopeText(scope, undefined);
  setScope(tx, text);
  try {
    // The same transaction; only the scope differs.
    return await work(Object.create(tx, { scope: { value: scope }, scopeText: { value: text } }) as Tx);
  } finally {
    setScope(tx, tx.scopeText);
  }
}

/**
 * Sent without waiting: a connection answers in order, so every later statement sees the new scope. If it fails, every later
 * statement fails too, and the setting ends with the transaction.
 */
const setScope = (tx: Tx, scopeText: string) =>
  void tx.raw('select enter_scope($1)', [scopeText]).catch(() => {});
