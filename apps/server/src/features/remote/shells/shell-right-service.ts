import { permissions } from '@sweepline/contract';
import { eq, inArray } from 'drizzle-orm';
import { shellSessions } from '../../../entities/remote/shell-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { isFrozen } from '../../../entities/people/company-service.ts';
import { hasPermission, type Account } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { presentRights, type Driver } from '../../devices/control/control-service.ts';

/** Whether each company that approved the shell still exists and is not frozen. */
async function areApprovalsInForce(all: Tx, sessionId: string): Promise<boolean> {
  const [row] = await all
    .select({ approvals: shellSessions.approvals })
    .from(shellSessions)
    .where(eq(shellSessions.id, sessionId));
  const ids = [...new Set(row?.approvals.flatMap(({ by }) => by?.companyId ?? []))];
  if (ids.length === 0) return row !== undefined;
  const rows = await all.select({ path: companies.path }).from(companies).where(inArray(companies.id, ids));
  const frozen = await Promise.all(rows.map(({ path }) => isFrozen(all, path)));
  return rows.length === ids.length && !frozen.includes(true);
}

/**
 * Whether the person at a shell may continue: signed in, with the permission, and the device and the approvals are still valid.
 * Checked every second. A share grants no shell.
 */
export const mayStillHoldShell = (db: Db, holder: Driver, shellId: string): Promise<boolean> =>
  inScope(
    db,
    '*',
    async (all) => {
      const present = await presentRights(all, holder);
      if (!present) return false;
      const { scope } = present.rights;
      const sees = scope === '*' || scope.includes(present.device.companyId);
      // `hasPermission` reads only these properties of an account.
      if (!sees || !hasPermission(present.rights as Account, permissions.deviceShell)) return false;
      return await areApprovalsInForce(all, shellId);
    },
    { readOnly: true },
  );
