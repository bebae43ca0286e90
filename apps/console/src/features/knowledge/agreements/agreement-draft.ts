import {
  langs,
  type AgreementDetail,
  type AgreementText,
  type Lang,
  type Sent,
  type agreementCalls,
} from '@sweepline/contract';

export type TextDraft = Omit<AgreementText, 'lang'>;
export type Texts = Readonly<Record<Lang, TextDraft>>;
/** What is written down about a text, as its form has it. */
export type About = Omit<Sent<typeof agreementCalls.add>, 'texts'>;

const noText: TextDraft = { title: '', body: '' };

/** The texts by language, with empty ones for the missing. */
export const textsOf = (texts: readonly AgreementText[] = []): Texts =>
  Object.fromEntries(
    langs.map((lang) => {
      const { title, body } = texts.find((text) => text.lang === lang) ?? noText;
      return [lang, { title, body }];
    }),
  ) as Record<Lang, TextDraft>;

/** Whether the HTML has content: an empty editor leaves an empty paragraph. */
const isWritten = (html: string): boolean => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== '';

export const isComplete = ({ title, body }: TextDraft): boolean => title.trim() !== '' && isWritten(body);

/** The languages with a text, as a call takes them. */
export const writtenTexts = (texts: Texts): AgreementText[] =>
  langs.flatMap((lang) => {
    const { title, body } = texts[lang];
    return title.trim() === '' && !isWritten(body) ? [] : [{ lang, title, body }];
  });

export const isChanged = (texts: Texts, stored: Texts): boolean =>
  langs.some((lang) => texts[lang].title !== stored[lang].title || texts[lang].body !== stored[lang].body);

export function aboutOf(row?: Pick<AgreementDetail, keyof About>): About {
  if (!row) return { kind: 'TERMS', region: '', audiences: ['CONSOLE'], isMaterial: true, validFrom: null };
  const { kind, region, audiences, isMaterial, validFrom } = row;
  return { kind, region, audiences, isMaterial, validFrom };
}
