import {
  articleMay,
  articleMoves,
  companyTypes,
  fieldReason,
  type ReleaseAct,
  type ArticleChange,
  type ReleaseState,
  type ArticleText,
} from '@sweepline/contract';
import { compareOtaVersions } from '@sweepline/contract/robot';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import { cleanArticle, saysSomething } from '../../../platform/http/html.ts';
import type { ArticleRow } from './article-table.ts';

/** The state after an act. Refuses an act that is not possible in the present state, and names that state. */
export function stateAfter(row: Pick<ArticleRow, 'state' | 'isLive'>, act: ReleaseAct): ReleaseState {
  const next = articleMay(row, act) ? (articleMoves[row.state][act] ?? row.state) : undefined;
  if (next === undefined)
    throw new Refusal('articleState', { words: { state: fieldReason(`RELEASE_${row.state}`) } });
  // A deleted article has no state any more.
  return next === 'DELETED' ? row.state : next;
}

type Written = Pick<ArticleText, 'lang' | 'question' | 'answer'>;

const isSame = (a: Written, b: Written | undefined) => a.question === b?.question && a.answer === b.answer;

/** The texts after an edit. Each language keeps the meaning that it was written for, or gets the present one. */
export function textsAfter(
  before: Pick<ArticleRow, 'texts' | 'meaning'>,
  written: readonly Written[],
  change: ArticleChange,
): Pick<ArticleRow, 'texts' | 'meaning'> {
  const cleaned = written
    .map((text) => ({ ...text, answer: cleanArticle(text.answer) }))
    .filter(({ question, answer }) => question !== '' || saysSomething(answer));
  const earlier = new Map(before.texts.map((text) => [text.lang, text]));
  const isChanged = cleaned.some((text) => !isSame(text, earlier.get(text.lang)));
  const meaning = before.meaning + (change === 'MEANING' && isChanged ? 1 : 0);
  const texts = cleaned.map((text) => {
    const known = earlier.get(text.lang);
    const keepsMeaning = known && (change === 'SMALL' || isSame(text, known));
    return { ...text, meaning: keepsMeaning ? known.meaning : meaning };
  });
  return { texts, meaning };
}

/** Refuses texts that no list could name. */
export function checkQuestions(texts: readonly Written[]): void {
  if (texts.length === 0) throw wrongField('texts', 'NOTHING_WRITTEN');
  if (texts.some(({ question }) => question === '')) throw wrongField('texts', 'QUESTION_MISSING');
}

/** Refuses texts that readers could not use. */
export function checkComplete(texts: readonly Written[]): void {
  checkQuestions(texts);
  if (texts.some(({ answer }) => !saysSomething(answer))) throw wrongField('texts', 'ANSWER_MISSING');
}

export function checkVersions({
  fromVersion,
  toVersion,
}: Pick<ArticleRow, 'fromVersion' | 'toVersion'>): void {
  if (fromVersion !== null && toVersion !== null && compareOtaVersions(fromVersion, toVersion) > 0)
    throw wrongField('toVersion', 'VERSIONS_REVERSED');
}

/** Whether an article holds for a software version. */
export const holdsFor = (
  { fromVersion, toVersion }: Pick<ArticleRow, 'fromVersion' | 'toVersion'>,
  version: string,
): boolean =>
  (fromVersion === null || compareOtaVersions(fromVersion, version) <= 0) &&
  (toVersion === null || compareOtaVersions(version, toVersion) <= 0);

/** Only the provider has readers of its own, so an agent cannot address them. */
export function checkAudience(audience: ArticleRow['audience'], companyType: number): void {
  if (audience === 'INTERNAL' && companyType !== companyTypes.provider)
    throw wrongField('audience', 'AUDIENCE_OF_PROVIDER');
}
