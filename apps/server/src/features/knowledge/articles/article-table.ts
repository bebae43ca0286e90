import {
  articleAudiences,
  releaseStates,
  langs,
  type ArticleText,
  type CategoryNames,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { companies } from '../../../entities/people/company-table.ts';
import { appRole, inheritedPolicy, moment, ownedTable, programPolicy } from '../../../platform/db/columns.ts';

/** The categories of the knowledge base. The companies below use them as well. */
export const articleCategories = ownedTable(
  'article_categories',
  { names: jsonb().$type<CategoryNames>().notNull(), createdAt: moment().notNull() },
  (table) => [inheritedPolicy(companies), index('article_categories_company').on(table.companyId)],
);

/** What an article is about. Its versions and the texts of readers have the same columns. */
const about = {
  categoryId: uuid(),
  models: text().array().notNull(),
  alarmCodes: text().array().notNull(),
  fromVersion: text(),
  toVersion: text(),
  audience: text({ enum: articleAudiences }).notNull(),
};

/** Articles as they are written. Only the tenant scope reads them: readers have `article_texts`. */
export const articles = ownedTable(
  'articles',
  {
    ...about,
    texts: jsonb().$type<ArticleText[]>().notNull(),
    /** Increases with each change of the meaning; the text of a language names the one that it was written for. */
    meaning: integer().notNull(),
    tags: text().array().notNull(),
    synonyms: text().array().notNull(),
    state: text({ enum: releaseStates }).notNull(),
    /** Of a refused review; empty otherwise. */
    reasons: text().notNull().default(''),
    /** Readers have the version `publishedVersion`. */
    isLive: boolean().notNull().default(false),
    publishedVersion: integer().notNull().default(0),
    publishedAt: moment(),
    reviewAt: moment(),
    /** The planned time of the publication. */
    releaseAt: moment(),
    reviewedById: uuid(),
    createdAt: moment().notNull(),
    createdById: uuid(),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
    revision: integer().notNull().default(1),
  },
  (table) => [
    index('articles_updated').on(table.companyId, table.updatedAt),
    index('articles_category').on(table.categoryId),
    // For the job that publishes and expires.
    index('articles_release')
      .on(table.releaseAt)
      .where(sql`${table.releaseAt} is not null`),
    index('articles_review')
      .on(table.reviewAt)
      .where(sql`${table.isLive}`),
  ],
);
export type ArticleRow = typeof articles.$inferSelect;

/** Every published text of an article. Rows are only added. */
export const articleVersions = ownedTable(
  'article_versions',
  {
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    texts: jsonb().$type<ArticleText[]>().notNull(),
    publishedAt: moment().notNull(),
    publishedById: uuid(),
  },
  (table) => [
    uniqueIndex('article_versions_number').on(table.articleId, table.number),
    index('article_versions_company').on(table.companyId),
  ],
);

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What readers have: the published texts, one row per language. Public ones need no tenant scope; the others are read by the companies
 * below their own, of which `audience` chooses.
 */
export const articleTexts = ownedTable(
  'article_texts',
  {
    ...about,
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    lang: text({ enum: langs }).notNull(),
    question: text().notNull(),
    answer: text().notNull(),
    /** The answer without tags. */
    plain: text().notNull(),
    isOutdated: boolean().notNull(),
    /** The review of the article is long overdue: the public no longer finds it. */
    isExpired: boolean().notNull().default(false),
    publishedAt: moment().notNull(),
    /** Words, and pairs of characters of scripts without spaces: question A, tags, synonyms and codes B, answer D. */
    search: tsvector().notNull(),
  },
  (table) => [
    inheritedPolicy(companies),
    pgPolicy('public_read', {
      as: 'permissive',
      for: 'select',
      to: appRole,
      using: sql.raw(`"audience" = 'PUBLIC' and not "is_expired"`),
    }),
    uniqueIndex('article_texts_lang').on(table.articleId, table.lang),
    index('article_texts_company').on(table.companyId),
    index('article_texts_codes').using('gin', table.alarmCodes),
    index('article_texts_search').using('gin', table.search).with({ fastupdate: false }),
  ],
);
export type ArticleTextRow = typeof articleTexts.$inferSelect;

/** How often an article was opened, and whether it solved the problem. Apart from the article: readers count without changing it. */
export const articleUses = ownedTable(
  'article_uses',
  {
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    views: integer().notNull().default(0),
    solved: integer().notNull().default(0),
    unsolved: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('article_uses_article').on(table.articleId),
    index('article_uses_company').on(table.companyId),
  ],
);

/** What readers searched for and did not find. Strangers have no company, so neither have these. */
export const articleGaps = pgTable(
  'article_gaps',
  {
    lang: text({ enum: langs }).notNull(),
    /** Folded, so that spellings of one question count together. */
    text: text().notNull(),
    searches: integer().notNull().default(1),
    lastAt: moment().notNull(),
  },
  (table) => [programPolicy(), primaryKey({ columns: [table.lang, table.text] })],
);
