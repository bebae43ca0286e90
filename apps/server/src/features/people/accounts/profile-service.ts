import type { OwnProfile, profileCalls, Sent } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';

/** The own profile of an account. */
export async function profileOf(db: Tx, id: string): Promise<OwnProfile> {
  const { username, nickname, phone, email, profile, version } = accounts;
  const [row] = await db
    .select({
      username,
      nickname,
      phone,
      email,
      profile,
      version,
      companyName: companies.name,
      roleName: roles.name,
    })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(eq(accounts.id, id));
  if (!row) throw new Refusal('signedOut');
  return row;
}

/** Saves the own profile. A version that changed meanwhile is refused. */
export async function saveProfile(
  db: Tx,
  now: Clock,
  by: { id: string; username: string },
  { version, ...changes }: Sent<typeof profileCalls.save>,
): Promise<void> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, by.id)).for('update');
  if (!row) throw new Refusal('signedOut');
  checkVersion(row, version);
  await db
    .update(accounts)
    .set({
      ...changes,
      version: row.version + 1,
      updatedAt: now().toISOString(),
      updatedBy: by.username,
    })
    .where(and(eq(accounts.id, by.id), eq(accounts.version, row.version)));
}
