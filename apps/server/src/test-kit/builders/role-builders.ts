import { createHash } from 'node:crypto';
import { accounts } from '../../features/accounts/account-table.ts';
import { sessions } from '../../features/auth/session-table.ts';
import { roles } from '../../features/roles/role-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds, type Person } from '../people.ts';

let count = 0;

interface Holder {
  companyId?: string;
  username?: string;
  roleType?: 1 | 2 | 3;
  staffKind?: 'MEMBER' | 'SALES' | 'FAE';
  /** Codes of a role made for them, unless they get one that is there. */
  held?: readonly string[];
  roleId?: string | null;
}

/** Roles, and people who hold them. */
export function roleBuilders(db: Db, now: Clock) {
  const aRole = async (given: Partial<typeof roles.$inferInsert> = {}) => {
    const at = now().toISOString();
    const row = { companyId: companyIds.mall, name: `Role ${++count}`, permissions: [], ...given };
    const saved = { createdAt: at, updatedAt: at, updatedBy: 'test' };
    return await inScope(
      db,
      '*',
      async (tx) =>
        (
          await tx
            .insert(roles)
            .values({ ...saved, ...row })
            .returning()
        )[0]!,
    );
  };

  /** Somebody signed in, and the role they hold. */
  const aHolder = async (given: Holder = {}): Promise<Person & { roleId: string | null }> => {
    const { companyId = companyIds.mall, username = `holder.${++count}`, held = [], ...kind } = given;
    const roleId =
      given.roleId === undefined
        ? (await aRole({ companyId, name: username, permissions: [...held] })).id
        : given.roleId;
    const [id, token] = [newId(), `token-of-${username}`];
    const at = now().toISOString();
    const tokenHash = createHash('sha256').update(token).digest('hex');
    await inScope(db, '*', async (tx) => {
      await tx.insert(accounts).values({
        ...{ id, companyId, username, nickname: username, passwordHash: 'none' },
        ...{ roleType: kind.roleType ?? 3, staffKind: kind.staffKind ?? 'MEMBER', roleId },
        ...{ createdAt: at, updatedAt: at, updatedBy: 'test' },
      });
      await tx
        .insert(sessions)
        .values({ companyId, accountId: id, tokenHash, createdAt: at, lastSeenAt: at, address: '::1' });
    });
    return { id, username, token, companyId, roleId };
  };

  return { aRole, aHolder };
}
