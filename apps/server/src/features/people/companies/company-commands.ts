import {
  companyTypes,
  holdingTexts,
  type Company,
  type CompanyAct,
  type companyCalls,
  type Input,
} from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, wrongField, type Account, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { checkVersion } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { rightsChanged, signOutEverywhere } from '../auth/session-service.ts';
import { notify } from '../notices/notice-service.ts';
import { logos } from '../../../entities/people/logo-table.ts';
import { notices } from '../../../entities/people/notice-table.ts';
import { copyDefaultRoles } from '../roles/role-service.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { holdingsOf } from './company-detail.ts';
import { changeMenuLogo } from './company-logo.ts';
import { readCompany } from './company-rows.ts';
import { actsOn, holdsFor } from '../../../entities/people/company-rules.ts';
import {
  checkWithin,
  createCompany,
  findCompany,
  lockTree,
  moveCompany,
  scopeNow,
  underPath,
  type CompanyRow,
} from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Upload } from '../../../platform/calls/input.ts';
import { checkCompanyCode, lockCompanyCodes } from '../../../entities/people/company-code-service.ts';

type Calls = typeof companyCalls;

/** After the commit, sessions and sockets read their rights again. */
const publishRights = ({ db, services }: Ctx) =>
  db.afterCommit(() => services.bus.publish(rightsChanged, {}));

const stampOf = ({ now, account }: Ctx, version: number) => ({
  version: version + 1,
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

/**
 * Notifies all who see the company. Its own accounts read the notice when they can sign in again. The notice omits the
 * author, who may belong to a company above the reader's.
 */
const notifyOf = (
  { db, services, now }: Ctx,
  { id, name }: Pick<CompanyRow, 'id' | 'name'>,
  template: 'companyFrozen' | 'companyUnfrozen' | 'companyMoved',
) =>
  notify(db, services.bus, now, {
    kind: 'system',
    companyId: id,
    about: { kind: 'company', id },
    template,
    params: { name },
  });

/** The company, locked until the transaction ends, if the caller may do this act. */
async function lockForAct({ db, account }: Ctx, id: string, act: CompanyAct): Promise<CompanyRow> {
  const company = await findCompany(db, id, { lock: true });
  if (actsOn(account, company).includes(act)) return company;
  throw new Refusal(id === account.companyId ? 'ownCompany' : 'forbidden');
}

const kinds = { salesId: 'SALES', faeId: 'FAE' } as const;
type Links = Partial<Record<keyof typeof kinds, string | null | undefined>>;

/** Only sales and support of the provider are linked, and only by callers that see all companies. */
async function checkLinks(db: Tx, account: Account, links: Links): Promise<void> {
  for (const field of ['salesId', 'faeId'] as const) {
    const id = links[field];
    if (id === undefined) continue;
    if (account.scope !== '*') throw new Refusal('forbidden');
    if (id === null) continue;
    const [person] = await db
      .select({ kind: accounts.staffKind, type: companies.type })
      .from(accounts)
      .innerJoin(companies, eq(companies.id, accounts.companyId))
      .where(eq(accounts.id, id));
    if (person?.kind !== kinds[field] || person.type !== companyTypes.provider)
      throw wrongField(field, `NOT_${kinds[field]}`);
  }
}

/** Creates a company below one that the caller sees, with copies of the default roles. */
export async function addCompany(ctx: Ctx, input: Input<Calls['add']>): Promise<Company> {
  const { db, account, now } = ctx;
  await lockTree(db, 'shared');
  checkWithin(await scopeNow(db, account), input.parentId);
  if (!holdsFor(account, input.type, 'create')) throw new Refusal('forbidden');
  await checkLinks(db, account, input);
  const created = await createCompany(db, now, account.username, input);
  await copyDefaultRoles(db, now, account, created);
  publishRights(ctx);
  return await asSystem(db, (all) => readCompany(all, account, created.id));
}

/** A former code stays with the company: papers and mails with it name its orders. */
async function codeOf(db: Tx, company: CompanyRow, code = company.code) {
  if (code === company.code) return {};
  await checkCompanyCode(db, code, company.id);
  const former = [...company.formerCodes, company.code].filter((each) => each !== code);
  return { code, formerCodes: former };
}

export async function updateCompany(
  ctx: Ctx,
  { id, version, ...change }: Input<Calls['update']>,
): Promise<Company> {
  const { db, account } = ctx;
  if (change.code !== undefined) await lockCompanyCodes(db);
  const company = await lockForAct(ctx, id, 'update');
  checkVersion(company, version);
  await checkLinks(db, account, change);
  await db
    .update(companies)
    .set({ ...change, ...(await codeOf(db, company, change.code)), ...stampOf(ctx, version) })
    .where(eq(companies.id, id));
  if ('salesId' in change || 'faeId' in change || 'feature' in change) publishRights(ctx);
  return await readCompany(db, account, id);
}

export async function changeLogo(ctx: Ctx, id: string, picture: Upload | undefined): Promise<Company> {
  const company = await lockForAct(ctx, id, 'update');
  await changeMenuLogo(ctx, company, picture);
  await ctx.db.update(companies).set(stampOf(ctx, company.version)).where(eq(companies.id, id));
  return await readCompany(ctx.db, ctx.account, id);
}

/** Moves a company and all below it. The caller must see both the company and its new parent. */
export async function relocateCompany(ctx: Ctx, input: Input<Calls['move']>): Promise<Company> {
  const { db, account, now } = ctx;
  const { id, version, parentId } = input;
  await lockTree(db, 'alone');
  checkWithin(await scopeNow(db, account), id, parentId);
  const company = await lockForAct(ctx, id, 'move');
  checkVersion(company, version);
  if (company.parentId === parentId) throw new Refusal('wrongState');
  await moveCompany(db, now, account.username, id, parentId);
  await notifyOf(ctx, company, 'companyMoved');
  publishRights(ctx);
  return await readCompany(db, account, id);
}

/**
 * Freezes or unfreezes a company. While it is frozen, accounts of it and of companies below cannot sign in, and their
 * sessions end.
 */
export async function setFrozen(ctx: Ctx, id: string, frozen: boolean): Promise<Company> {
  const { db, account, now, services } = ctx;
  // The lock orders a concurrent move below this company before or after the freeze, so that no company is missed.
  await lockTree(db, 'alone');
  checkWithin(await scopeNow(db, account), id);
  const company = await lockForAct(ctx, id, 'freeze');
  if ((company.frozenAt !== null) === frozen) throw new Refusal('wrongState');
  await db
    .update(companies)
    .set({ frozenAt: frozen ? now().toISOString() : null, ...stampOf(ctx, company.version) })
    .where(eq(companies.id, id));
  if (frozen) {
    await asSystem(db, async (all) => {
      const people = await all
        .select({ id: accounts.id })
        .from(accounts)
        .innerJoin(companies, eq(companies.id, accounts.companyId))
        .where(underPath(companies.path, company.path));
      const ids = people.map((person) => person.id);
      await signOutEverywhere(all, services.bus, now, ids, 'FROZEN');
    });
  }
  await notifyOf(ctx, company, frozen ? 'companyFrozen' : 'companyUnfrozen');
  publishRights(ctx);
  return await readCompany(db, account, id);
}

/**
 * Deletes a company without contents, with its roles, logo and notices. Its row is locked first. Every insert into a
 * company locks that row too (migration `companies_kept`), so nothing is added between check and delete.
 */
export async function removeCompany(ctx: Ctx, id: string): Promise<void> {
  const { db, account, caller } = ctx;
  await lockTree(db, 'alone');
  checkWithin(await scopeNow(db, account), id);
  await lockForAct(ctx, id, 'remove');
  await asSystem(db, async (all) => {
    const holdings = await holdingsOf(all, id);
    if (holdings.length > 0) {
      const words = holdings.map(({ what, count }) => `${holdingTexts[what][caller.lang]} ${count}`);
      throw new Refusal('companyNotEmpty', { words: { holdings: words.join(', ') } });
    }
    await all.delete(roles).where(eq(roles.companyId, id));
    await all.delete(notices).where(eq(notices.companyId, id));
    await all.delete(logos).where(eq(logos.companyId, id));
    await all.delete(storedFiles).where(eq(storedFiles.companyId, id));
    await all.delete(companies).where(eq(companies.id, id));
  });
  publishRights(ctx);
}
