import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { maxArticleSearch } from './article-values.ts';

/** An article as a reader finds it. It names no company and no person. */
const found = z.object({
  id: z.string(),
  /** The language of the texts: that of the reader where the article has it. */
  lang: z.enum(langs),
  question: z.string(),
  /** The beginning of the answer, as plain text. */
  excerpt: z.string(),
  categoryId: z.string().nullable(),
  models: z.array(z.string()),
  alarmCodes: z.array(z.string()),
  /** Its review is long overdue. Only readers with an account find such an article. */
  isExpired: z.boolean(),
});
export type FoundArticle = z.infer<typeof found>;

const foundDetail = found.omit({ excerpt: true }).extend({
  /** HTML. */
  answer: z.string(),
  langs: z.array(z.enum(langs)),
  /** The text of another language has a newer meaning. */
  isOutdated: z.boolean(),
  categoryName: z.string().nullable(),
  fromVersion: z.string().nullable(),
  toVersion: z.string().nullable(),
  publishedAt: moment,
});
export type FoundArticleDetail = z.infer<typeof foundDetail>;

const category = z.object({ id: z.string(), name: z.string(), articles: z.number().int() });
export type FoundCategory = z.infer<typeof category>;

const path = 'service/knowledge/public';
const open = { method: 'POST', allow: 'everyone', optionalAuth: true } as const;

/** The knowledge base of readers. It needs no account; with one it has the articles for customers, partners and staff too. */
export const publicArticleCalls = calls('articles', {
  search: {
    ...open,
    reads: true,
    path: `${path}/search`,
    input: listInput({
      text: z.string().trim().max(maxArticleSearch).optional(),
      categoryId: z.uuid().optional(),
      model: z.string().max(40).optional(),
      alarmCode: z.string().max(20).optional(),
      /** Only articles that hold for this software version. */
      version: z.string().max(40).optional(),
    }),
    output: listOf(found).extend({
      categories: z.array(category),
      /** Nothing has all words of the text; these have some. */
      isPartial: z.boolean(),
    }),
  },
  detail: {
    ...open,
    reads: true,
    path: `${path}/detail`,
    input: byId.extend({
      /** Another language than that of the reader. */
      lang: z.enum(langs).optional(),
    }),
    output: foundDetail,
  },
  feedback: {
    ...open,
    path: `${path}/feedback`,
    input: byId.extend({ isSolved: z.boolean() }),
    output: nothing,
  },
});
