import { z } from 'zod';
import { byId, calls, nothing } from '../grammar/call.ts';
import { inEachLang } from '../grammar/lang.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

const name = z.string().trim().min(1).max(60);

/** The name of a category in each language. */
const names = inEachLang(name);
export type CategoryNames = z.infer<typeof names>;

const category = z.object({
  id: z.string(),
  names,
  /** Articles of the tenant scope with this category. */
  articles: z.number().int(),
  /** Of the tenant scope of the reader: one of a company above is only used. */
  isOwn: z.boolean(),
});
export type ArticleCategory = z.infer<typeof category>;

const path = 'service/knowledge/category';
const write = { method: 'POST', allow: permissions.articleWrite } as const;

export const articleCategoryCalls = calls('articles', {
  list: {
    method: 'POST',
    allow: permissions.knowledge,
    reads: true,
    path: `${path}/queryWithPage`,
    input: listInput({}),
    output: listOf(category),
  },
  add: { ...write, path: `${path}/add`, input: z.strictObject({ names }), output: category },
  update: { ...write, path: `${path}/update`, input: byId.extend({ names }), output: category },
  /** Its articles have none afterwards. */
  remove: { ...write, path: `${path}/delete`, input: byId, output: nothing },
});
