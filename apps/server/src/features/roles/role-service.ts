import { everything, flatten, permissionTree } from '@sweepline/contract';
import type { Clock } from '../../platform/clock.ts';
import { asc, sql } from 'drizzle-orm';
import { beyondFence } from '../../platform/beyond-fence.ts';
import { holds, Refusal, wrongField, type Account } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { roles } from './role-table.ts';

const codes: ReadonlySet<string> = new Set([everything, ...flatten(permissionTree)]);

/** The codes that do not exist, or that the maker of the role does not hold. */
const ungrantable = (maker: Account | 'system', permissions: readonly string[]) =>
  permissions.filter((code) => !codes.has(code) || (maker !== 'system' && !holds(maker, code)));

export interface NewRole {
  companyId: string;
  name: string;
  permissions: readonly string[];
}

/** A role holds only what its maker holds; `system` is the program itself, making default roles. */
export async function createRole(
  db: Tx,
  now: Clock,
  maker: Account | 'system',
  role: NewRole,
): Promise<string> {
  const refused = ungrantable(maker, role.permissions);
  if (refused.length > 0) throw wrongField('permissions', refused.join(', '));
  const at = now().toISOString();
  const id = newId();
  const updatedBy = maker === 'system' ? 'system' : maker.username;
  const [made] = await db
    .insert(roles)
    .values({ ...role, id, permissions: [...role.permissions], createdAt: at, updatedAt: at, updatedBy })
    .onConflictDoNothing()
    .returning({ id: roles.id });
  if (!made) throw new Refusal('nameTaken');
  return id;
}

/** What a copy of a role may hold when this person makes it. */
function heldOf(maker: Account | 'system', permissions: readonly string[]): string[] {
  if (maker === 'system') return [...permissions];
  const wanted = permissions.includes(everything) ? [...maker.held] : permissions;
  return holds(maker, everything) ? [...permissions] : wanted.filter((code) => holds(maker, code));
}

export interface RoleCopy {
  id: string;
  name: string;
  permissions: string[];
}

/**
 * Gives a new company its copies of the provider's default roles for its type, each cut down to what the maker of the company
 * holds: nobody passes on rights by founding a company. Answers the copies by name, for its first administrator.
 */
export async function copyDefaultRoles(
  tx: Tx,
  now: Clock,
  by: Account | 'system',
  company: { id: string; type: 0 | 1 | 2 },
): Promise<RoleCopy[]> {
  // The provider's roles lie outside the fence of an agent, and so does a company that was founded a moment ago.
  return await beyondFence(tx, async (db) => {
    const defaults = await db
      .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
      .from(roles)
      .where(sql`${company.type} = any(${roles.defaultFor})`)
      .orderBy(asc(roles.name));
    if (defaults.length === 0) return [];
    const at = now().toISOString();
    const stamp = { createdAt: at, updatedAt: at, updatedBy: by === 'system' ? 'system' : by.username };
    const copies = defaults.map(({ id: originId, name, permissions }) => {
      const taken = heldOf(by, permissions);
      return {
        id: newId(),
        companyId: company.id,
        name,
        permissions: taken,
        originId,
        originCodes: taken,
        ...stamp,
      };
    });
    await db.insert(roles).values(copies);
    return copies.map(({ id, name, permissions }) => ({ id, name, permissions }));
  });
}
