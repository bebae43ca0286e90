import { z } from 'zod';
import { byId, calls, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { publishInput, releaseStates, reviewInput, revision } from '../grammar/release.ts';
import { packageModels } from '../updates/package-values.ts';
import {
  article,
  articleDetail,
  articleInput,
  articleUpdate,
  articleVersion,
  articleGaps,
} from './article-entry.ts';
import { articleAudiences, maxArticleSearch } from './article-values.ts';

const path = 'service/knowledge';
const read = { method: 'POST', allow: permissions.knowledge, reads: true } as const;
const write = { method: 'POST', allow: permissions.articleWrite } as const;
const publish = { method: 'POST', allow: permissions.articlePublish } as const;

/** Articles as their editors see them. Readers have `publicArticleCalls`. */
export const articleCalls = calls('articles', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      /** Searches in the questions of all languages, in tags, synonyms and codes. */
      keyword,
      state: z.array(z.enum(releaseStates)).max(releaseStates.length).optional(),
      audience: z.enum(articleAudiences).optional(),
      model: z.enum(packageModels).optional(),
      alarmCode: z.string().max(20).optional(),
      categoryId: z.uuid().optional(),
      /** Their review date is over, or a translation is outdated. */
      work: z.enum(['REVIEW', 'TRANSLATION']).optional(),
      sort: sortBy('updatedAt', 'reviewAt', 'views', 'solved').default('-updatedAt'),
    }),
    output: listOf(article),
  },
  detail: { ...read, path: `${path}/detail`, input: byId, output: articleDetail },
  add: { ...write, path: `${path}/add`, input: articleInput, output: articleDetail },
  /** An article of any state is a draft after a change. */
  update: { ...write, path: `${path}/update`, input: articleUpdate, output: articleDetail },
  /** The check by a second person. `reasons` is required where it is refused. */
  review: {
    method: 'POST',
    allow: permissions.articleReview,
    path: `${path}/review`,
    input: reviewInput,
    output: articleDetail,
  },
  /** At once, or at a time in the future. */
  publish: {
    ...publish,
    path: `${path}/publish`,
    input: publishInput,
    output: articleDetail,
  },
  unlist: { ...publish, path: `${path}/unlist`, input: byId, output: articleDetail },
  remove: { ...write, path: `${path}/delete`, input: byId, output: nothing },
  /** The published versions, the newest first. */
  history: {
    ...read,
    path: `${path}/history`,
    input: listInput({ id: z.uuid() }),
    output: listOf(articleVersion),
  },
  /** Writes the texts of an earlier version into the draft. */
  restore: {
    ...write,
    path: `${path}/restore`,
    input: z.strictObject({ id: z.uuid(), revision, number: z.number().int().min(1) }),
    output: articleDetail,
  },
  /** What readers searched for and did not find, for those who see all companies, and alarm codes without an article. */
  gaps: { ...read, path: `${path}/gaps`, input: z.strictObject({}), output: articleGaps },
  /** Removes a search from the gaps. */
  closeGap: {
    ...write,
    path: `${path}/closeGap`,
    input: z.strictObject({ lang: z.enum(langs), text: z.string().min(1).max(maxArticleSearch) }),
    output: nothing,
  },
});
