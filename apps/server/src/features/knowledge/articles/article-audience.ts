import { articleAudiences, audiencesOf, companyTypes, type ArticleAudience } from '@sweepline/contract';
import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import { isOfProvider } from '../../../entities/people/company-rules.ts';
import { visibleOrInherited } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import { articleTexts } from './article-table.ts';

/** A reader of the knowledge base: a transaction in their tenant scope, and the audiences that they belong to. */
export interface ArticleReader {
  db: Tx;
  audiences: readonly ArticleAudience[];
}

const isStranger = ({ account }: Pick<Ctx, 'account'>) => account.id === '';

/** The type of the caller's company. A salesperson of the provider does not see it. */
async function companyTypeOf({ db, account }: Pick<Ctx, 'db' | 'account'>): Promise<number> {
  if (isOfProvider(account)) return companyTypes.provider;
  const [company] = await db
    .select({ type: companies.type })
    .from(companies)
    .where(eq(companies.id, account.companyId));
  if (!company) throw new Refusal('signedOut');
  return company.type;
}

const kinds = {
  [companyTypes.provider]: 'STAFF',
  [companyTypes.terminal]: 'CUSTOMER',
  [companyTypes.agent]: 'PARTNER',
} as const;

/** Runs `work` for the reader of a public call. A stranger has no company: only the policy of public texts shows them rows. */
export async function asReader<T>(ctx: Ctx, work: (reader: ArticleReader) => Promise<T>): Promise<T> {
  if (isStranger(ctx)) {
    const read = (db: Tx) => work({ db, audiences: audiencesOf.STRANGER });
    return await inScope(ctx.services.db, [], read, { readOnly: true });
  }
  const type = await companyTypeOf(ctx);
  const kind = kinds[type as keyof typeof kinds];
  return await work({ db: ctx.db, audiences: audiencesOf[kind] });
}

/** The texts of a reader: the same as the policies of the table, and the audience, which they do not know. */
export function readableTexts({ db, audiences }: ArticleReader): SQL | undefined {
  const isOpen = and(eq(articleTexts.audience, 'PUBLIC'), eq(articleTexts.isExpired, false));
  const isOfTree = visibleOrInherited(db, articleTexts);
  return and(
    audiences.length < articleAudiences.length ? inArray(articleTexts.audience, audiences) : undefined,
    // Without a condition the scope is that of all companies.
    isOfTree && or(isOpen, isOfTree),
  );
}

/** The type of the writer's company. Terminal companies read, and accounts that do not see their own company cannot own articles. */
export async function writerType(ctx: Pick<Ctx, 'db' | 'account'>): Promise<number> {
  const type = await companyTypeOf(ctx);
  const isCut = isOfProvider(ctx.account) && ctx.account.scope !== '*';
  if (type === companyTypes.terminal || isCut) throw new Refusal('forbidden');
  return type;
}

/** Runs `work` of the program itself on behalf of a reader: counting, which changes no article. */
export const asCounter = (ctx: Ctx, work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  isStranger(ctx) ? inScope(ctx.services.db, '*', work) : asSystem(ctx.db, work);
