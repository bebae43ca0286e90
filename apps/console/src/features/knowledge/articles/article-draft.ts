import {
  langs,
  type ArticleChange,
  type ArticleDetail,
  type Lang,
  type Sent,
  type articleCalls,
} from '@sweepline/contract';

export interface TextDraft {
  question: string;
  answer: string;
}
export type Texts = Readonly<Record<Lang, TextDraft>>;

/** What an article is about, as its form has it. */
export type About = Omit<Sent<typeof articleCalls.add>, 'texts'>;

/** What a new article begins with. */
export interface ArticleStart {
  question: string;
  /** Plain text. */
  answer: string;
  lang: Lang;
  alarmCodes: string[];
}

const noText: TextDraft = { question: '', answer: '' };

/** The texts of an article by language, with empty ones for the missing. */
export const textsOf = (texts: ArticleDetail['texts'] = []): Texts =>
  Object.fromEntries(
    langs.map((lang) => {
      const { question, answer } = texts.find((text) => text.lang === lang) ?? noText;
      return [lang, { question, answer }];
    }),
  ) as Record<Lang, TextDraft>;

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as HTML: a paragraph per line. */
export const htmlOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${line.replaceAll(/[&<>]/g, (sign) => signs[sign] ?? sign)}</p>`)
    .join('');

/** Whether the HTML has content: an empty editor leaves an empty paragraph. */
export const isWritten = (html: string): boolean => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== '';

const isEmpty = ({ question, answer }: TextDraft) => question.trim() === '' && !isWritten(answer);

/** The languages with a text, as a call takes them. */
export const writtenTexts = (texts: Texts) =>
  langs.flatMap((lang) => (isEmpty(texts[lang]) ? [] : { lang, ...texts[lang] }));

export function aboutOf(row?: ArticleDetail, start?: ArticleStart): About {
  if (!row)
    return {
      audience: 'PUBLIC',
      categoryId: null,
      models: [],
      alarmCodes: start?.alarmCodes ?? [],
      fromVersion: null,
      toVersion: null,
      tags: [],
      synonyms: [],
      reviewAt: null,
    };
  const { audience, categoryId, alarmCodes, fromVersion, toVersion, tags, synonyms, reviewAt } = row;
  // The list of models is that of the contract, which the server has checked.
  const models = row.models as NonNullable<About['models']>;
  return { audience, categoryId, models, alarmCodes, fromVersion, toVersion, tags, synonyms, reviewAt };
}

/** The languages whose text differs from the stored one. */
export const changedLangs = (texts: Texts, stored: Texts): Lang[] =>
  langs.filter(
    (lang) => texts[lang].question !== stored[lang].question || texts[lang].answer !== stored[lang].answer,
  );

/** The usual effect of an edit: texts of outdated and new languages are translations, others have a new meaning. */
export function usualChange(row: ArticleDetail, changed: readonly Lang[]): ArticleChange {
  const isCurrent = (lang: Lang) =>
    row.texts.some((text) => text.lang === lang && text.meaning === row.meaning);
  return changed.some(isCurrent) ? 'MEANING' : 'TRANSLATION';
}
