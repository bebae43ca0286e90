import { eq } from 'drizzle-orm';
import { createAccount } from '../../apps/server/src/entities/people/account-service.ts';
import { createCompany } from '../../apps/server/src/entities/people/company-service.ts';
import { companies as companyTable } from '../../apps/server/src/entities/people/company-table.ts';
import { floors, sites } from '../../apps/server/src/entities/places/site-table.ts';
import { siteTargets } from '../../apps/server/src/features/figures/targets/site-target-table.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { companies, links, people, type CompanyKey } from './people.ts';
import { roleBuilder } from './build-roles.ts';
import { places, type PlaceKey } from './places.ts';

type Clock = () => Date;
const by = 'system';

/** Creates the companies from the top down and returns their ids. */
export async function buildCompanies(db: Tx, now: Clock): Promise<Record<CompanyKey, string>> {
  const ids = new Map<string, string>();
  for (const { key, under, ...company } of companies) {
    const parentId = under === null ? null : (ids.get(under) ?? null);
    ids.set(key, (await createCompany(db, now, by, { ...company, parentId })).id);
  }
  // The loop has set every key of the table.
  return Object.fromEntries(ids) as Record<CompanyKey, string>;
}

/** Creates the accounts with the demo password, and their roles. */
export async function buildPeople(
  db: Tx,
  now: Clock,
  companyIds: Record<CompanyKey, string>,
  password: string,
) {
  const { roleOf, later } = await roleBuilder(db, now, companyIds);
  const accountIds = new Map<string, string>();
  for (const { kind: _kind, company, role, ...person } of people) {
    const roleId = role && (await roleOf(company, role));
    const account = { ...person, companyId: companyIds[company], password, roleId };
    accountIds.set(person.username, await createAccount(db, now, by, account));
  }
  await later();
  for (const { company, ...staff } of links) {
    const salesId = accountIds.get(staff.salesUsername);
    const faeId = 'faeUsername' in staff ? accountIds.get(staff.faeUsername) : undefined;
    await db
      .update(companyTable)
      .set({ ...(salesId && { salesId }), ...(faeId && { faeId }) })
      .where(eq(companyTable.id, companyIds[company]));
  }
}

export interface BuiltSite {
  siteId: string;
  floorId: string;
}

/** Creates a site with one floor for each place. */
export async function buildSites(db: Tx, now: Clock, companyIds: Record<CompanyKey, string>) {
  const built = new Map<PlaceKey, BuiltSite>();
  const updated = { updatedAt: now().toISOString(), updatedBy: by };
  for (const { key, company, site, floor, address, timezone, latitude, longitude, doneShare } of places) {
    const companyId = companyIds[company];
    const [siteId, floorId] = [newId(), newId()];
    const createdAt = now().toISOString();
    const place = { address, timezone, latitude, longitude };
    await db.insert(sites).values({ id: siteId, companyId, name: site, ...place, createdAt });
    await db.insert(floors).values({ id: floorId, companyId, siteId, name: floor });
    if (doneShare !== null) await db.insert(siteTargets).values({ companyId, siteId, doneShare, ...updated });
    built.set(key, { siteId, floorId });
  }
  return built;
}
