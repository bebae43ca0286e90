import { everything, flatten, permissionTree } from '@sweepline/contract';
import type { Clock } from '../../platform/clock.ts';
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
