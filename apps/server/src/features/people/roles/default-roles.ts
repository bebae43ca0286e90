import type { copyResults, Input, roleCalls } from '@sweepline/contract';
import { companyTypes } from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, counted, find, visible } from '../../../platform/db/page.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { holderCount } from './role-rows.ts';
import { store, publishRightsChange } from './role-changes.ts';
import { beyond, changeOf, driftOf, heldBy, offeredBy } from './role-rules.ts';
import { savedBy } from './role-service.ts';
import { roles } from '../../../entities/people/role-table.ts';

type RoleRow = typeof roles.$inferSelect;

/** Only roles of the provider can be default roles. */
async function findProviderRole(db: Tx, id: string): Promise<RoleRow> {
  const role = await find(db, roles, id, { lock: true });
  const { type } = await findCompany(db, role.companyId);
  if (type !== companyTypes.provider) throw new Refusal('notFound');
  return role;
}

export async function setTargets(
  ctx: Ctx,
  { id, version, targets }: { id: string; version: number; targets: (1 | 2)[] },
): Promise<void> {
  const { db, account, now } = ctx;
  const role = await findProviderRole(db, id);
  checkVersion(role, version);
  // A default role grants its codes to future companies, so the caller must have them.
  if (targets.length > 0 && beyond(heldBy(account), role.permissions).length > 0)
    throw new Refusal('roleBeyond');
  const saved = { updatedAt: now().toISOString(), updatedBy: account.username };
  await store(db, role, { defaultFor: [...new Set(targets)].sort(), ...saved });
}

const copiesOf = (db: Tx, id: string) => and(visible(db, roles), eq(roles.originId, id));

/** The effect of applying a default role on each of its copies. */
export async function previewCopies({ db, account }: Ctx, input: Input<(typeof roleCalls)['copies']>) {
  const origin = await find(db, roles, input.id);
  const granted = heldBy(account);
  const offer = offeredBy(origin.permissions);
  const where = copiesOf(db, origin.id);
  const rows = db
    .select({ role: roles, companyName: companies.name, holders: holderCount })
    .from(roles)
    .innerJoin(companies, eq(companies.id, roles.companyId))
    .where(where)
    .orderBy(asc(companies.name), asc(roles.id));
  const page = await paginate(input, rows, counted(db, roles, where));
  const list = page.list.map(({ role, companyName, holders }) => {
    const { id, companyId, name, version, permissions, originCodes } = role;
    const { gains, losses } = changeOf(permissions, originCodes, offer);
    const drift = driftOf(permissions, originCodes, offer);
    const refused = beyond(granted, [...gains, ...losses]);
    return { id, companyId, companyName, name, version, drift, holders, gains, losses, refused };
  });
  return { ...page, list };
}

type Result = (typeof copyResults)[number];

/** Applies a default role to the given copies. A refusal of one copy does not stop the others. */
export async function applyToCopies(ctx: Ctx, input: Input<(typeof roleCalls)['apply']>) {
  const { db } = ctx;
  const origin = await findProviderRole(db, input.id);
  checkVersion(origin, input.version);
  const results = [];
  for (const { id, version } of input.copies) results.push(await applyTo(ctx, origin, id, version));
  if (results.some(({ result }) => result === 'DONE')) publishRightsChange(ctx);
  return { results };
}

async function applyTo({ db, account, now }: Ctx, origin: RoleRow, id: string, version: number) {
  const [copy] = await db
    .select({ role: roles, companyName: companies.name })
    .from(roles)
    .innerJoin(companies, eq(companies.id, roles.companyId))
    .where(and(copiesOf(db, origin.id), eq(roles.id, id)))
    .for('update', { of: roles });
  const outcome = (result: Result, gains: string[] = [], losses: string[] = []) => ({
    id,
    companyName: copy?.companyName ?? '',
    result,
    gains,
    losses,
  });
  if (!copy) return outcome('GONE');
  const { role } = copy;
  if (role.version !== version) return outcome('CHANGED_MEANWHILE');
  const offer = offeredBy(origin.permissions);
  const { gains, losses, after } = changeOf(role.permissions, role.originCodes, offer);
  if (beyond(heldBy(account), [...gains, ...losses]).length > 0) return outcome('NOT_HELD');
  const changes = gains.length + losses.length > 0;
  // `originCodes` is stored even if no code changes: it is the base of the next comparison.
  await store(db, role, {
    permissions: after,
    originCodes: offer,
    ...(changes && (await savedBy(db, now, account))),
  });
  return outcome(changes ? 'DONE' : 'NOTHING', gains, losses);
}
