import { everything, flatten, minApproverAgeMs, permissions, permissionTree } from '@sweepline/contract';
import { createHash } from 'node:crypto';
import { accounts } from '../entities/people/account-table.ts';
import { sessions } from '../entities/people/session-table.ts';
import { createCompany } from '../entities/people/company-service.ts';
import { roles } from '../entities/people/role-table.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../platform/db/db.ts';
import { hashPassword } from '../platform/runtime/passwords.ts';

const id = (kind: string, n: number) => `01900000-0000-7000-${kind}-${String(n).padStart(12, '0')}`;

/** A provider, an agent with a terminal company below it, and a second terminal company directly below the provider. */
export const companyIds = {
  provider: id('8001', 1),
  agent: id('8001', 2),
  mall: id('8001', 3),
  other: id('8001', 4),
} as const;
export type CompanyName = keyof typeof companyIds;

export interface Person {
  id: string;
  username: string;
  token: string;
  companyId: string;
}

const all = flatten(permissionTree);
const lists = [permissions.deviceList, permissions.taskList, permissions.reportList, permissions.mapList];

/** The accounts for tests. Their permissions are those of the same kinds of accounts in the demo world. */
const cast = {
  superAdmin: { company: 'provider', roleType: 1, permissionCodes: [] },
  staff: { company: 'provider', roleType: 3, permissionCodes: all },
  agentAdmin: { company: 'agent', roleType: 2, permissionCodes: all },
  mallAdmin: { company: 'mall', roleType: 2, permissionCodes: all },
  /** May read lists and nothing else. */
  reader: { company: 'mall', roleType: 3, permissionCodes: lists },
  /** Has no permission. */
  bare: { company: 'mall', roleType: 3, permissionCodes: [] },
  otherAdmin: { company: 'other', roleType: 2, permissionCodes: [everything] },
} as const satisfies Record<
  string,
  { company: CompanyName; roleType: 1 | 2 | 3; permissionCodes: readonly string[] }
>;

export type PersonName = keyof typeof cast;
export const password = 'right horse battery';

export const people = Object.fromEntries(
  Object.entries(cast).map(([username, { company }], n) => [
    username,
    { id: id('8002', n), username, token: `token-of-${username}`, companyId: companyIds[company] },
  ]),
) as Record<PersonName, Person>;

let hash: Promise<string> | undefined;

/** Creates the companies and accounts, each with an open session. */
export async function populate(db: Db, now: Clock): Promise<void> {
  const passwordHash = await (hash ??= hashPassword(password));
  await inScope(db, '*', async (tx) => {
    const { provider, agent, mall, other } = companyIds;
    await createCompany(tx, now, 'test', { id: provider, name: 'Sweepline', type: 0, parentId: null });
    await createCompany(tx, now, 'test', {
      id: agent,
      name: 'Agent',
      type: 2,
      agentLevel: 1,
      parentId: provider,
    });
    await createCompany(tx, now, 'test', { id: mall, name: 'Mall', type: 1, parentId: agent });
    await createCompany(tx, now, 'test', { id: other, name: 'Other', type: 1, parentId: provider });
    await addPeople(tx, now, passwordHash);
  });
}

/** One statement per table, because every reset of a test server adds them again. */
async function addPeople(tx: Tx, now: Clock, passwordHash: string) {
  const at = now().toISOString();
  const stamp = { createdAt: at, updatedAt: at, updatedBy: 'test' };
  // A new account approves nothing for a day.
  const hiredAt = new Date(now().getTime() - 2 * minApproverAgeMs).toISOString();
  const rows = (Object.keys(cast) as PersonName[]).map((name, n) => {
    const { id: accountId, username, token, companyId } = people[name];
    const { roleType, permissionCodes } = cast[name];
    const roleId = id('8003', n);
    const tokenHash = createHash('sha256').update(token).digest('hex');
    return {
      role: { id: roleId, companyId, name, permissions: [...permissionCodes], ...stamp },
      account: {
        id: accountId,
        companyId,
        username,
        nickname: `Nick ${name}`,
        roleType,
        roleId,
        passwordHash,
        ...stamp,
        createdAt: hiredAt,
      },
      session: { companyId, accountId, tokenHash, createdAt: at, lastSeenAt: at, address: '::1' },
    };
  });
  await tx.insert(roles).values(rows.map(({ role }) => role));
  await tx.insert(accounts).values(rows.map(({ account }) => account));
  await tx.insert(sessions).values(rows.map(({ session }) => session));
}
