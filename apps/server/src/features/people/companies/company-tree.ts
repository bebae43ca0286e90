import type { companyCalls, Input } from '@sweepline/contract';
import { and, eq, ilike, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { companyTypes } from '@sweepline/contract';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, counted, visible, inValues } from '../../../platform/db/page.ts';
import {
  agentDepthOf,
  companyScope,
  findCompany,
  underPath,
} from '../../../entities/people/company-service.ts';
import { idsOf, maxLevels } from '../../../entities/people/company-rules.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { readNodes } from './company-rows.ts';
import { companies } from '../../../entities/people/company-table.ts';

type TreeInput = Input<(typeof companyCalls)['tree']>;
type PlacesInput = Input<(typeof companyCalls)['places']>;

/** The maximum number of hits. Further ones need a longer keyword. */
const maxResults = 50;

/** The top of the caller's scope: companies whose parent is outside it. */
const tops = (db: Tx): SQL | undefined =>
  db.scope === '*'
    ? isNull(companies.parentId)
    : or(isNull(companies.parentId), not(inValues(companies.parentId, db.scope)));

/** The children of a company, or the top of the scope. With a keyword the hits and their ancestors. */
export async function readTree(ctx: Ctx, input: TreeInput) {
  if (input.keyword) return await searchTree(ctx, input.keyword);
  const { db, account } = ctx;
  const parent = input.parentId === undefined ? undefined : await findCompany(db, input.parentId);
  const where = parent ? eq(companies.parentId, parent.id) : tops(db);
  const rows = (limit: number, offset: number) => readNodes(db, account, where, { limit, offset });
  return await paginate(input, rows, counted(db, companies, and(visible(db, companyScope), where)));
}

async function searchTree({ db, account }: Ctx, keyword: string) {
  const condition = and(visible(db, companyScope), ilike(companies.name, contains(keyword)));
  const { id, path } = companies;
  const [hits, total] = await Promise.all([
    db.select({ id, path }).from(companies).where(condition).orderBy(companies.name, id).limit(maxResults),
    counted(db, companies, condition),
  ]);
  const isHit = new Set(hits.map((hit) => hit.id));
  const nodeIds = [...new Set(hits.flatMap((hit) => idsOf(hit.path)))];
  const nodes = await readNodes(db, account, inValues(id, nodeIds));
  return { list: nodes.map((node) => ({ ...node, hit: isHit.has(node.id) })), total };
}

const aboveLevel = (depth: number) =>
  or(eq(companies.type, companyTypes.provider), sql`${companies.agentLevel} + ${depth}::int <= ${maxLevels}`);

/** The possible parents of a company of a type, without its own subtree and its current parent. */
export async function readPlaces({ db }: Ctx, input: PlacesInput) {
  const moving = input.id === undefined ? undefined : await findCompany(db, input.id);
  const isAgent = (moving?.type ?? input.type) === companyTypes.agent;
  const depth = moving ? await agentDepthOf(db, moving) : 1;
  const where = and(
    visible(db, companyScope),
    inArray(companies.type, [companyTypes.provider, companyTypes.agent]),
    isAgent ? aboveLevel(depth) : undefined,
    moving ? not(underPath(companies.path, moving.path)) : undefined,
    moving?.parentId ? sql`${companies.id} <> ${moving.parentId}` : undefined,
    input.keyword ? ilike(companies.name, contains(input.keyword)) : undefined,
  );
  const { id, name, type, agentLevel } = companies;
  const rows = db
    .select({ id, name, type, agentLevel })
    .from(companies)
    .where(where)
    .orderBy(sql`${agentLevel} nulls first`, name, id);
  return await paginate(input, rows, counted(db, companies, where));
}
