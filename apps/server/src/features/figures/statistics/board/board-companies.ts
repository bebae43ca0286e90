import {
  companyTypes,
  type BoardPart,
  type boardFigureCalls,
  type Input,
  type Output,
} from '@sweepline/contract';
import { and, asc, getTableName } from 'drizzle-orm';
import { idsOf } from '../../../../entities/people/company-rules.ts';
import {
  companyScope,
  findCompany,
  underPath,
  type CompanyRow,
} from '../../../../entities/people/company-service.ts';
import { companies } from '../../../../entities/people/company-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { siteDaysBefore } from '../../../../entities/places/site-days.ts';
import { sites } from '../../../../entities/places/site-table.ts';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { inValues, visible } from '../../../../platform/db/page.ts';
import type { OnSiteDays } from '../statistics-service.ts';
import { boardKeys, readBoard, type BoardKey } from './board-service.ts';
import { addSums, boardFiguresOf, noSums, type BoardSums } from './board-values.ts';

export type CompaniesInput = OnSiteDays<Input<(typeof boardFigureCalls)['companies']>>;
export type CompaniesTable = Output<(typeof boardFigureCalls)['companies']>;

type Company = Pick<CompanyRow, 'id' | 'name' | 'type' | 'path'>;
type Head = Pick<BoardPart, 'key' | 'kind' | 'name' | 'companyType'>;
const own: Head = { key: 'own', kind: 'OWN', name: null, companyType: null };

/** What is shown: a company with those below it, or the topmost companies of an account that does not see its own. */
interface View {
  company: Company | null;
  /** The companies that are counted. */
  below: Company[];
}

const columns = { id: companies.id, name: companies.name, type: companies.type, path: companies.path };

async function viewOf({ db, account }: Ctx, parentId: string | undefined): Promise<View> {
  const seesOwn = account.scope === '*' || account.scope.includes(account.companyId);
  const company = parentId || seesOwn ? await findCompany(db, parentId ?? account.companyId) : null;
  const below = await db
    .select(columns)
    .from(companies)
    .where(and(visible(db, companyScope), company ? underPath(companies.path, company.path) : undefined))
    .orderBy(asc(companies.name), asc(companies.id));
  return { company, below };
}

/** From the reader's own company down to the one shown. Companies that the reader does not see are left out. */
async function pathOf({ db, account }: Ctx, company: Company | null) {
  const ids = company ? idsOf(company.path) : [account.companyId];
  const rows = await db.select(columns).from(companies).where(inValues(companies.id, ids));
  const depth = (row: Company) => idsOf(row.path).length;
  const isSeen = (id: string) => id === account.companyId || db.scope === '*' || db.scope.includes(id);
  return rows
    .filter(({ id }) => isSeen(id))
    .toSorted((a, b) => depth(a) - depth(b))
    .map(({ id, name }) => ({ id, name }));
}

interface Split {
  by: BoardKey;
  heads: Head[];
  /** The part of a company or site. */
  partOf(key: string): string;
}

/** Each company belongs to the topmost visible company above it, below the one that is shown. */
function byCompany({ company, below }: View): Split {
  const visibleIds = new Set(below.map(({ id }) => id));
  const depth = company ? idsOf(company.path).length : 0;
  const topOf = (path: string) =>
    idsOf(path)
      .slice(depth)
      .find((id) => visibleIds.has(id)) ?? own.key;
  const parts = new Map(below.map(({ id, path }) => [id, topOf(path)]));
  const heads = below
    .filter(({ id }) => parts.get(id) === id)
    .map(({ id, name, type }): Head => ({ key: id, kind: 'COMPANY', name, companyType: type }));
  return { by: 'company', heads, partOf: (id) => parts.get(id) ?? own.key };
}

async function bySite(db: Tx, company: Company): Promise<Split> {
  const rows = await db.raw<{ id: string; name: string }>(
    `select id, name from ${getTableName(sites)} where company_id = $1 order by name, id`,
    [company.id],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const heads = rows.map(({ id, name }): Head => ({ key: id, kind: 'SITE', name, companyType: null }));
  return { by: 'site', heads, partOf: (id) => (ids.has(id) ? id : own.key) };
}

/** The number of counted robots now, by company or site. */
async function countRobots(db: Tx, by: BoardKey, companyIds: readonly string[]) {
  return await db.raw<{ key: string | null; count: number }>(
    `select ${boardKeys[by]} as key, count(*)::int as count
     from ${getTableName(devices)} d join ${getTableName(companies)} c on c.id = d.company_id
     where d.company_id = any($1::uuid[]) and device_counts(d.binding, d.use_status, d.inventory, c.type) group by 1`,
    [companyIds],
  );
}

/** Adds up what belongs to each part. */
function gather(sums: ReadonlyMap<string, BoardSums>, partOf: Split['partOf']): Map<string, BoardSums> {
  const parts = new Map<string, BoardSums>();
  for (const [key, each] of sums) {
    const part = partOf(key);
    parts.set(part, addSums(parts.get(part) ?? noSums(), each));
  }
  return parts;
}

const totalOf = (parts: ReadonlyMap<string, BoardSums>) =>
  boardFiguresOf([...parts.values()].reduce(addSums, noSums()));

/** The parts of a company with their figures, and their sum. */
export async function readCompanies(
  ctx: Ctx,
  { parentId, ...days }: CompaniesInput,
): Promise<CompaniesTable> {
  const { db } = ctx;
  const now = ctx.now();
  const view = await viewOf(ctx, parentId);
  const { company } = view;
  const split = company?.type === companyTypes.terminal ? await bySite(db, company) : byCompany(view);
  const companyIds = view.below.map(({ id }) => id);
  // With the ids of all companies PostgreSQL would read millions of rows in the order of an index, which takes twice as long.
  const isEverything = db.scope === '*' && company?.type === companyTypes.provider;
  const period = { ...days, ...(!isEverything && { companyIds }) };
  const read = (filter: typeof period) => readBoard(db, now, filter, split.by);
  const [path, sums, earlier, robots] = await Promise.all([
    pathOf(ctx, company),
    read(period),
    read({ ...period, ...siteDaysBefore(period) }),
    countRobots(db, split.by, companyIds),
  ]);
  const [parts, before] = [gather(sums, split.partOf), gather(earlier, split.partOf)];
  const counts = new Map<string, number>();
  for (const { key, count } of robots) {
    const part = split.partOf(key ?? '');
    counts.set(part, (counts.get(part) ?? 0) + count);
  }
  const hasOwn = [parts, before, counts].some((map) => map.has(own.key));
  return {
    path,
    sum: {
      robots: robots.reduce((sum, { count }) => sum + count, 0),
      figures: totalOf(parts),
      before: totalOf(before),
    },
    parts: [...split.heads, ...(hasOwn ? [own] : [])].map((head) => ({
      ...head,
      robots: counts.get(head.key) ?? 0,
      figures: boardFiguresOf(parts.get(head.key) ?? noSums()),
      before: boardFiguresOf(before.get(head.key) ?? noSums()),
    })),
    computedAt: now.toISOString(),
  };
}
