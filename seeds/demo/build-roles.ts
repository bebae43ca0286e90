import { companyTypes, everything, permissions, withAncestors } from '@sweepline/contract';
import { eq, sql } from 'drizzle-orm';
import { createRole } from '../../apps/server/src/features/people/roles/role-service.ts';
import { roles as roleTable } from '../../apps/server/src/entities/people/role-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { roles, type CompanyKey } from './people.ts';
import { roleNameIn, type RoleKey } from './local-names.ts';

/** Default roles of the provider by type of new company: terminals (1), agents (2). */
const defaults: Partial<Record<RoleKey, (1 | 2)[]>> = {
  administrator: [companyTypes.terminal, companyTypes.agent],
  supervisor: [companyTypes.terminal],
  reader: [companyTypes.terminal, companyTypes.agent],
};

/** Creates roles on first use. Roles of agents and terminals are copies of the provider's default roles, renamed. */
export async function roleBuilder(db: Tx, now: () => Date, companyIds: Record<CompanyKey, string>) {
  const roleIds = new Map<string, string>();
  const make = async (company: CompanyKey, role: RoleKey) => {
    const name = roleNameIn(company, role);
    const id = await createRole(db, now, 'system', { companyId: companyIds[company], ...roles[role], name });
    roleIds.set(`${company} ${role}`, id);
    return id;
  };
  const origins = new Map<RoleKey, string>();
  for (const [role, defaultFor] of Object.entries(defaults) as [RoleKey, (1 | 2)[]][]) {
    const id = await make('provider', role);
    await db.update(roleTable).set({ defaultFor }).where(eq(roleTable.id, id));
    origins.set(role, id);
  }

  const roleOf = async (company: CompanyKey, role: RoleKey): Promise<string> => {
    const existing = roleIds.get(`${company} ${role}`);
    if (existing) return existing;
    const id = await make(company, role);
    const originId = origins.get(role);
    if (originId && company !== 'provider') {
      await db
        .update(roleTable)
        .set({ originId, originCodes: sql`permissions` })
        .where(eq(roleTable.id, id));
    }
    return id;
  };

  /** Adds a permission to one default role, so that its copies are behind it. */
  const later = async () => {
    const id = origins.get('supervisor');
    const codes = withAncestors(
      [...roles.supervisor.permissions, permissions.taskDelete],
      new Set([everything]),
    );
    if (id) await db.update(roleTable).set({ permissions: codes, version: 2 }).where(eq(roleTable.id, id));
  };
  return { roleOf, later };
}
