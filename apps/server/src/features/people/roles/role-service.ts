import { everything, inTreeOrder, withAncestors } from '@sweepline/contract';
import { asc, sql } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal, type Account } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { codesAfter, heldBy, offeredBy } from './role-rules.ts';
import { lineageOf } from '../../../entities/people/approval-service.ts';
import { roles } from '../../../entities/people/role-table.ts';

/** The creator of a role: an account, or the server itself, which has all rights. */
export type Maker = Account | 'system';

const systemCodes: ReadonlySet<string> = new Set([everything]);
const codesOf = (maker: Maker) => (maker === 'system' ? systemCodes : heldBy(maker));

/** Columns that record the last save of a role. */
export const savedBy = async (db: Tx, now: Clock, maker: Maker) => ({
  updatedAt: now().toISOString(),
  updatedBy: maker === 'system' ? 'system' : maker.username,
  makerId: maker === 'system' ? null : maker.id,
  makerIds: maker === 'system' ? [] : await lineageOf(db, maker.id),
});

export interface NewRole {
  companyId: string;
  name: string;
  permissions: readonly string[];
}

/** Creates a role. It is refused if it grants codes that its creator does not have. */
export async function createRole(db: Tx, now: Clock, maker: Maker, role: NewRole): Promise<string> {
  const permissions = codesAfter(codesOf(maker), [], role.permissions);
  const saved = await savedBy(db, now, maker);
  const id = newId();
  const [inserted] = await db
    .insert(roles)
    .values({ ...role, id, permissions, ...saved, createdAt: saved.updatedAt })
    .onConflictDoNothing()
    .returning({ id: roles.id });
  if (!inserted) throw new Refusal('nameTaken');
  return id;
}

/** The codes of a role that are in `granted`. `*` becomes all codes in `granted`. */
function grantableOf(granted: ReadonlySet<string>, permissions: readonly string[]): string[] {
  if (granted.has(everything)) return inTreeOrder(permissions);
  const codes = permissions.includes(everything) ? offeredBy([...granted]) : permissions;
  return withAncestors(
    codes.filter((code) => granted.has(code)),
    granted,
  );
}

export interface RoleCopy {
  id: string;
  name: string;
  permissions: string[];
}

/**
 * Creates a new company's copies of the provider's default roles for its type, limited to the rights of the company's creator: a new
 * company is no way to gain rights. Returns the copies ordered by name, for the first administrator.
 */
export async function copyDefaultRoles(
  tx: Tx,
  now: Clock,
  by: Maker,
  company: { id: string; type: 0 | 1 | 2 },
): Promise<RoleCopy[]> {
  // The provider's roles are outside an agent's tenant scope, and so is the new company.
  return await asSystem(tx, async (db) => {
    const defaults = await db
      .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
      .from(roles)
      .where(sql`${company.type} = any(${roles.defaultFor})`)
      .orderBy(asc(roles.name));
    if (defaults.length === 0) return [];
    const granted = codesOf(by);
    const saved = await savedBy(db, now, by);
    const copies = defaults.map(({ id: originId, name, permissions }) => {
      const codes = grantableOf(granted, offeredBy(permissions));
      const origin = { originId, originCodes: codes };
      return { id: newId(), companyId: company.id, name, permissions: codes, ...origin, ...saved };
    });
    await db.insert(roles).values(copies.map((copy) => ({ ...copy, createdAt: saved.updatedAt })));
    return copies.map(({ id, name, permissions }) => ({ id, name, permissions }));
  });
}
