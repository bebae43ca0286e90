import { langs, type Lang } from '../grammar/lang.ts';
import {
  firstReleaseMoves,
  type ReleaseAct,
  type ReleaseMoves,
  type ReleaseState,
} from '../grammar/release.ts';

/**
 * A published article that is edited is a draft, and readers keep its last version until the next one is published.
 */
export const articleMoves: ReleaseMoves = {
  ...firstReleaseMoves,
  PUBLISHED: { UPDATE: 'DRAFT', UNLIST: 'UNLISTED', EXPIRE: 'EXPIRED' },
  UNLISTED: { UPDATE: 'DRAFT', PUBLISH: 'PUBLISHED', DELETE: 'DELETED' },
  EXPIRED: { UPDATE: 'DRAFT', APPROVE: 'PENDING_RELEASE', UNLIST: 'UNLISTED' },
};

interface Standing {
  state: ReleaseState;
  /** Readers have a version of it. */
  isLive: boolean;
}

/** Whether an act is possible. The version that readers have can be unlisted in every state, and is never deleted. */
export function articleMay({ state, isLive }: Standing, act: ReleaseAct): boolean {
  if (act === 'UNLIST') return isLive;
  if (act === 'DELETE' && isLive) return false;
  return articleMoves[state][act] !== undefined;
}

/** Who may read an article: everyone, people with an account, agents and the provider, or the provider only. */
export const articleAudiences = ['PUBLIC', 'CUSTOMERS', 'PARTNERS', 'INTERNAL'] as const;
export type ArticleAudience = (typeof articleAudiences)[number];

/** A stranger has no session; a customer is of a terminal company, a partner of an agent, staff of the provider. */
export const readerKinds = ['STRANGER', 'CUSTOMER', 'PARTNER', 'STAFF'] as const;
export type ReaderKind = (typeof readerKinds)[number];

export const audiencesOf: Readonly<Record<ReaderKind, readonly ArticleAudience[]>> = {
  STRANGER: ['PUBLIC'],
  CUSTOMER: ['PUBLIC', 'CUSTOMERS'],
  PARTNER: ['PUBLIC', 'CUSTOMERS', 'PARTNERS'],
  STAFF: articleAudiences,
};

/** The language of a reader, else English, else Chinese, else any. */
export const articleLangsOf = (lang: Lang): Lang[] => [...new Set<Lang>([lang, 'en', 'zh-cn', ...langs])];

/**
 * What an edit does to the other languages: with another meaning they are outdated. A translation brings its own language up to date.
 * A small change leaves all as they are.
 */
export const articleChanges = ['MEANING', 'TRANSLATION', 'SMALL'] as const;
export type ArticleChange = (typeof articleChanges)[number];

export const maxQuestionLength = 200;
/** HTML of one answer. */
export const maxAnswerLength = 40_000;
export const maxArticleWords = 20;
export const maxArticleWordLength = 40;
/** Days after its review date until an article expires. */
export const reviewGraceDays = 90;
/** Days until a review where the author sets no date. */
export const reviewDays = 365;
/** Longest text of a search. */
export const maxArticleSearch = 100;
/** Rows of each list of gaps, the most frequent first. */
export const maxArticleGaps = 50;
