import { createHash } from 'node:crypto';
import { accounts } from '../../../entities/people/account-table.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, type Person } from '../../people.ts';

let count = 0;

interface Holder {
  companyId?: string;
  username?: string;
  roleType?: 1 | 2 | 3;
  staffKind?: 'MEMBER' | 'SALES' | 'FAE';
  /** Permission codes of a new role; ignored with `roleId`. */
  permissionCodes?: readonly string[];
  roleId?: string | null;
  /** By default now. */
  createdAt?: string;
}

/** Builders of roles and of accounts with a role. */
export function roleBuilders(db: Db, now: Clock) {
  const aRole = async (overrides: Partial<typeof roles.$inferInsert> = {}) => {
    const at = now().toISOString();
    const row = { companyId: companyIds.mall, name: `Role ${++count}`, permissions: [], ...overrides };
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

  /** A signed-in account and its role. */
  const anAccount = async (options: Holder = {}): Promise<Person & { roleId: string | null }> => {
    const {
      companyId = companyIds.mall,
      username = `holder.${++count}`,
      permissionCodes = [],
      createdAt = now().toISOString(),
      ...kind
    } = options;
    const roleId =
      options.roleId === undefined
        ? (await aRole({ companyId, name: username, permissions: [...permissionCodes] })).id
        : options.roleId;
    const [id, token] = [newId(), `token-of-${username}`];
    const at = now().toISOString();
    const tokenHash = createHash('sha256').update(token).digest('hex');
    await inScope(db, '*', async (tx) => {
      await tx.insert(accounts).values({
        id,
        companyId,
        username,
        nickname: username,
        passwordHash: 'none',
        roleType: kind.roleType ?? 3,
        staffKind: kind.staffKind ?? 'MEMBER',
        roleId,
        createdAt,
        updatedAt: at,
        updatedBy: 'test',
      });
      await tx
        .insert(sessions)
        .values({ companyId, accountId: id, tokenHash, createdAt: at, lastSeenAt: at, address: '::1' });
    });
    return { id, username, token, companyId, roleId };
  };

  return { aRole, anAccount: anAccount };
}
