import { z } from 'zod';
import { approvalFaults } from '../grammar/approvals.ts';
import { moment } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { because } from '../grammar/reasons/because.ts';
import { releaseStates } from '../grammar/release.ts';
import { alarmCodes, otaVersion } from '../robot/index.ts';
import { packageModels } from '../updates/package-values.ts';
import {
  articleAudiences,
  articleChanges,
  maxAnswerLength,
  maxArticleWordLength,
  maxArticleWords,
  maxQuestionLength,
} from './article-values.ts';

/** Question and answer in one language. */
const writtenText = z.strictObject({
  lang: z.enum(langs),
  question: z.string().trim().max(maxQuestionLength),
  /** HTML; it is sanitized when it is stored. */
  answer: z.string().max(maxAnswerLength),
});

const writtenTexts = z
  .array(writtenText)
  .max(langs.length)
  .refine((list) => new Set(list.map(({ lang }) => lang)).size === list.length, because('LANGUAGE_TWICE'));

const words = z.array(z.string().trim().min(1).max(maxArticleWordLength)).max(maxArticleWords);
const alarmCode = z.string().refine((code) => Object.hasOwn(alarmCodes, code), because('NO_SUCH_ALARM_CODE'));

/** What an article is about. Empty lists stand for all models and for no alarm. */
const about = {
  categoryId: z.uuid().nullable().default(null),
  models: z.array(z.enum(packageModels)).max(packageModels.length).default([]),
  alarmCodes: z.array(alarmCode).max(50).default([]),
  /** The software versions that it holds for, both included; null for no limit. */
  fromVersion: otaVersion.nullable().default(null),
  toVersion: otaVersion.nullable().default(null),
  audience: z.enum(articleAudiences).default('PUBLIC'),
  tags: words.default([]),
  /** Other words that people search for. */
  synonyms: words.default([]),
  /** When someone has to look whether it still holds. */
  reviewAt: moment.nullable().default(null),
};

export const articleInput = z.strictObject({ texts: writtenTexts, ...about });
export const articleUpdate = articleInput.extend({
  id: z.uuid(),
  revision: z.number().int().min(1),
  change: z.enum(articleChanges).default('MEANING'),
});

const articleText = z.object({
  lang: z.enum(langs),
  question: z.string(),
  answer: z.string(),
  /** The meaning that it was written for; below that of the article it is outdated. */
  meaning: z.number().int(),
});
export type ArticleText = z.infer<typeof articleText>;

/** An article as its editors see it. */
export const article = z.object({
  id: z.string(),
  companyName: z.string(),
  /** In the language of the reader, or the nearest that has one; empty without any. */
  question: z.string(),
  langs: z.array(z.object({ lang: z.enum(langs), isOutdated: z.boolean() })),
  categoryId: z.string().nullable(),
  /** In the language of the reader. */
  categoryName: z.string().nullable(),
  models: z.array(z.string()),
  alarmCodes: z.array(z.string()),
  audience: z.enum(articleAudiences),
  state: z.enum(releaseStates),
  /** Readers have a version of it. */
  isLive: z.boolean(),
  reviewAt: moment.nullable(),
  views: z.number().int(),
  solved: z.number().int(),
  unsolved: z.number().int(),
  createdBy: z.string().nullable(),
  updatedAt: moment,
  updatedBy: z.string().nullable(),
});
export type Article = z.infer<typeof article>;

export const articleDetail = article.extend({
  texts: z.array(articleText),
  meaning: z.number().int(),
  fromVersion: z.string().nullable(),
  toVersion: z.string().nullable(),
  tags: z.array(z.string()),
  synonyms: z.array(z.string()),
  /** Why the review refused it; empty otherwise. */
  reasons: z.string(),
  /** When an approved article is published by itself. */
  releaseAt: moment.nullable(),
  /** The number of the version that was published last; 0 for none. */
  publishedVersion: z.number().int(),
  publishedAt: moment.nullable(),
  reviewedBy: z.string().nullable(),
  /** Why the caller may not approve it; null otherwise. */
  approvalFault: z.enum(approvalFaults).nullable(),
  revision: z.number().int(),
});
export type ArticleDetail = z.infer<typeof articleDetail>;

/** One published text. It never changes. */
export const articleVersion = z.object({
  number: z.number().int(),
  texts: z.array(articleText),
  publishedAt: moment,
  publishedBy: z.string().nullable(),
});
export type ArticleVersion = z.infer<typeof articleVersion>;

export const articleGaps = z.object({
  searches: z.array(
    z.object({
      lang: z.enum(langs),
      /** Folded: without case, accents and signs. */
      text: z.string(),
      searches: z.number().int(),
      lastAt: moment,
    }),
  ),
  codes: z.array(
    z.object({
      code: z.string(),
      /** Alarms of the last 90 days in the tenant scope. */
      alarms: z.number().int(),
    }),
  ),
});
export type ArticleGaps = z.infer<typeof articleGaps>;
