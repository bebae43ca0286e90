import {
  agreementMoves,
  fieldReason,
  langs,
  type AgreementState,
  type AgreementText,
  type ReleaseAct,
} from '@sweepline/contract';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import { cleanArticle, saysSomething } from '../../../platform/http/html.ts';
import { textHash } from '../../../entities/people/agreement-service.ts';
import type { AgreementRow } from '../../../entities/people/agreement-table.ts';

const stateWords = {
  DRAFT: 'ARTICLE_DRAFT',
  PUBLISHED: 'ARTICLE_PUBLISHED',
  UNLISTED: 'ARTICLE_UNLISTED',
} as const satisfies Record<AgreementState, string>;

/** The state after an act. Refuses an act that is not possible in the present state, and names that state. */
export function stateAfter({ state }: Pick<AgreementRow, 'state'>, act: ReleaseAct): AgreementState {
  const next = agreementMoves[state][act];
  if (next === undefined)
    throw new Refusal('agreementState', { words: { state: fieldReason(stateWords[state]) } });
  // A deleted agreement has no state any more.
  return next === 'DELETED' ? state : next;
}

const isEmpty = ({ title, body }: AgreementText) => title === '' && !saysSomething(body);

/** The texts as they are stored. Languages without a word are left out. */
export function cleanTexts(texts: readonly AgreementText[]): AgreementText[] {
  const cleaned = texts.map((text) => ({ ...text, body: cleanArticle(text.body) }));
  const written = cleaned.filter((text) => !isEmpty(text));
  if (written.length === 0) throw wrongField('texts', 'NOTHING_WRITTEN');
  return written;
}

/** Refuses the publication of a text that some people could not read. */
export function checkComplete(texts: readonly AgreementText[]): void {
  const complete = texts.filter(({ title, body }) => title !== '' && saysSomething(body));
  const count = langs.length - complete.length;
  if (count > 0) throw wrongField('texts', 'LANGUAGES_MISSING', { count });
}

/** The text that was read, if it is still this one. */
export function textAsSeen(
  { texts }: Pick<AgreementRow, 'texts'>,
  { lang, sha256 }: { lang: string; sha256: string },
): AgreementText {
  const text = texts.find((one) => one.lang === lang);
  if (!text || textHash(text) !== sha256) throw new Refusal('agreementReplaced');
  return text;
}
