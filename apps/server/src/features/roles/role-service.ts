import { everything, inTreeOrder, withWays } from '@sweepline/contract';
import { asc, sql } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal, type Account } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { codesAfter, heldBy, offeredBy } from './role-rules.ts';
import { roles } from './role-table.ts';

/** Who makes a role: an account, or the program itself, which holds everything. */
export type Maker = Account | 'system';

const programHolds: ReadonlySet<string> = new Set([everything]);
const heldByMaker = (maker: Maker) => (maker === 'system' ? programHolds : heldBy(maker));

/** What every saved role says of its saving. */
export const savedBy = (now: Clock, maker: Maker) => ({
  updatedAt: now().toISOString(),
  updatedBy: maker === 'system' ? 'system' : maker.username,
  makerId: maker === 'system' ? null : maker.id,
});

export interface NewRole {
  companyId: string;
  name: string;
  permissions: readonly string[];
}

/** A role holds only what its maker holds. */
export async function createRole(db: Tx, now: Clock, maker: Maker, role: NewRole): Promise<string> {
  const permissions = codesAfter(heldByMaker(maker), [], role.permissions);
  const saved = savedBy(now, maker);
  const id = newId();
  const [made] = await db
    .insert(roles)
    .values({ ...role, id, permissions, ...saved, createdAt: saved.updatedAt })
    .onConflictDoNothing()
    .returning({ id: roles.id });
  if (!made) throw new Refusal('nameTaken');
  return id;
}

/** Those of a role's codes that its copier holds. Of `*` they pass on all they hold themselves. */
function passedOn(held: ReadonlySet<string>, permissions: readonly string[]): string[] {
  if (held.has(everything)) return inTreeOrder(permissions);
  const wanted = permissions.includes(everything) ? offeredBy([...held]) : permissions;
  return withWays(
    wanted.filter((code) => held.has(code)),
    held,
  );
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
  by: Maker,
  company: { id: string; type: 0 | 1 | 2 },
): Promise<RoleCopy[]> {
  // The provider's roles lie outside the fence of an agent, and so does a company that was founded a moment ago.
  return await asSystem(tx, async (db) => {
    const defaults = await db
      .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
      .from(roles)
      .where(sql`${company.type} = any(${roles.defaultFor})`)
      .orderBy(asc(roles.name));
    if (defaults.length === 0) return [];
    const held = heldByMaker(by);
    const saved = savedBy(now, by);
    const copies = defaults.map(({ id: originId, name, permissions }) => {
      const taken = passedOn(held, offeredBy(permissions));
      const origin = { originId, originCodes: taken };
      return { id: newId(), companyId: company.id, name, permissions: taken, ...origin, ...saved };
    });
    await db.insert(roles).values(copies.map((copy) => ({ ...copy, createdAt: saved.updatedAt })));
    return copies.map(({ id, name, permissions }) => ({ id, name, permissions }));
  });
}
