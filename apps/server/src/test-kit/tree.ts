import { everything, permissions } from '@sweepline/contract';
import { createHash } from 'node:crypto';
import { accounts } from '../entities/people/account-table.ts';
import { sessions } from '../entities/people/session-table.ts';
import { createCompany } from '../entities/people/company-service.ts';
import { companies } from '../entities/people/company-table.ts';
import { roles } from '../entities/people/role-table.ts';
import { eq } from 'drizzle-orm';
import { inScope, type Db, type Tx } from '../platform/db/db.ts';
import { newId } from '../platform/runtime/ids.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { companyIds, people, type Person } from './people.ts';

/** Every relation of another company to `own`; the tree has one company for each. */
export const standings = ['own', 'child', 'grandchild', 'parent', 'sibling', 'otherBranch'] as const;
export type Standing = (typeof standings)[number];

/** A signed-in account, and the companies whose records it may see. */
export interface Principal extends Person {
  sees: ReadonlySet<Standing>;
  /** The companies above these, whose published rows it may read. */
  inherits: ReadonlySet<Standing>;
  /** The principal that this one impersonates. */
  through?: string;
}

const treeOfCompanies = {
  parent: { agentLevel: 1, under: null },
  own: { agentLevel: 2, under: 'parent' },
  child: { agentLevel: 3, under: 'own' },
  sibling: { agentLevel: 2, under: 'parent' },
  otherBranch: { agentLevel: 1, under: null },
  grandchild: { agentLevel: null, under: 'child' },
} as const satisfies Record<Standing, { agentLevel: number | null; under: Standing | null }>;

/** The companies above one. */
function above(standing: Standing): Standing[] {
  const { under } = treeOfCompanies[standing];
  return under ? [under, ...above(under)] : [];
}

/** Permissions of who reads and changes nothing. */
const reading = [
  ...[permissions.home, permissions.deviceList, permissions.taskList, permissions.reportList],
  ...[permissions.mapList, permissions.statistics, permissions.alarmList, permissions.sites],
];
/** What a sales person does beside reading. */
const selling = [permissions.activationCodes, permissions.deviceStock];

/** Creates a tree of companies around `own` with accounts of every kind. They have all permissions; only the scope limits them. */
export async function plantTree({ db, clock }: { db: Db; clock: Clock }) {
  return await inScope(db, '*', async (tx) => {
    const ids = {} as Record<Standing, string>;
    for (const [name, { agentLevel, under }] of Object.entries(treeOfCompanies)) {
      const type = agentLevel === null ? 1 : 2;
      const parentId = under ? ids[under] : companyIds.provider;
      const { id } = await createCompany(tx, clock, 'test', { name, type, agentLevel, parentId });
      ids[name as Standing] = id;
    }
    const person = async (
      username: string,
      companyId: string,
      { kind = 'MEMBER', permissions = [everything] }: Partial<NewPerson> = {},
    ) => await signedIn(tx, clock().toISOString(), { username, companyId, kind, permissions });
    const seeing = (who: Person, ...sees: Standing[]): Principal => ({
      ...who,
      sees: new Set(sees),
      inherits: new Set(sees.flatMap(above)),
    });

    const sales = await person('tree.sales', companyIds.provider, { kind: 'SALES' });
    await tx.update(companies).set({ salesId: sales.id }).where(eq(companies.id, ids.sibling));
    const fae = await person('tree.fae', companyIds.provider, { kind: 'FAE' });
    await tx.update(companies).set({ faeId: fae.id }).where(eq(companies.id, ids.child));
    const regional = { kind: 'SALES', permissions: [...reading, ...selling] } as const;
    const regionalSales = await person('tree.regional', companyIds.provider, regional);
    await tx.update(companies).set({ salesId: regionalSales.id }).where(eq(companies.id, ids.own));
    const agent = await person('tree.agent', ids.own);
    const viewer = await impersonate(tx, clock().toISOString(), people.superAdmin, agent);
    return {
      ids,
      principals: {
        superAdmin: seeing(people.superAdmin, ...standings),
        staff: seeing(await person('tree.staff', companyIds.provider), ...standings),
        sales: seeing(sales, 'sibling'),
        fae: seeing(fae, 'child', 'grandchild'),
        agent: seeing(agent, 'own', 'child', 'grandchild'),
        // The super admin, who impersonates the agent and sees what the agent sees.
        viewer: { ...seeing(viewer, 'own', 'child', 'grandchild'), through: 'agent' },
        terminal: seeing(await person('tree.terminal', ids.grandchild), 'grandchild'),
        // Accounts with few permissions, as in the demo world: who only reads, and who sells to one region.
        reader: seeing(await person('tree.reader', ids.grandchild, { permissions: reading }), 'grandchild'),
        regionalSales: seeing(regionalSales, 'own', 'child', 'grandchild'),
        elsewhere: seeing(await person('tree.elsewhere', ids.otherBranch), 'otherBranch'),
      },
    };
  });
}
export type PlantedTree = Awaited<ReturnType<typeof plantTree>>;

interface NewPerson {
  username: string;
  companyId: string;
  kind: 'MEMBER' | 'SALES' | 'FAE';
  permissions: readonly string[];
}

async function signedIn(
  tx: Tx,
  at: string,
  { username, companyId, kind, permissions: granted }: NewPerson,
): Promise<Person> {
  const stamp = { createdAt: at, updatedAt: at, updatedBy: 'test' };
  const [roleId, id, token] = [newId(), newId(), `token-of-${username}`];
  await tx
    .insert(roles)
    .values({ id: roleId, companyId, name: username, permissions: [...granted], ...stamp });
  await tx.insert(accounts).values({
    id,
    companyId,
    username,
    nickname: username,
    staffKind: kind,
    roleType: 3,
    roleId,
    passwordHash: 'none',
    ...stamp,
  });
  const tokenHash = createHash('sha256').update(token).digest('hex');
  await tx
    .insert(sessions)
    .values({ companyId, accountId: id, tokenHash, createdAt: at, lastSeenAt: at, address: '::1' });
  return { id, username, token, companyId };
}

/** A session in which one account impersonates another. */
async function impersonate(tx: Tx, at: string, who: Person, viewed: Person): Promise<Person> {
  const token = `token-of-${who.username}-as-${viewed.username}`;
  const tokenHash = createHash('sha256').update(token).digest('hex');
  await tx.insert(sessions).values({
    companyId: viewed.companyId,
    accountId: who.id,
    viewedId: viewed.id,
    tokenHash,
    createdAt: at,
    lastSeenAt: at,
    address: '::1',
  });
  return { ...viewed, token };
}
