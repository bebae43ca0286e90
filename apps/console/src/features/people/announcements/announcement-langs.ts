import { announceLangs, type AnnounceLang, type LangDescription } from '@sweepline/contract';

/** Each language by its own name. */
export const announceLangNames: Record<AnnounceLang, string> = {
  zh_CN: '简体中文',
  en_US: 'English',
  ja_JP: '日本語',
  ko_KR: '한국어',
};

export type Texts = Record<AnnounceLang, string>;

const noTexts: Texts = { zh_CN: '', en_US: '', ja_JP: '', ko_KR: '' };

/** The texts by language, as the dialog stores them. */
export const textsOf = (list: readonly LangDescription[]): Texts => ({
  ...noTexts,
  ...Object.fromEntries(list.map(({ lang, description }) => [lang, description])),
});

export const descriptionsOf = (texts: Texts): LangDescription[] =>
  announceLangs.map((lang) => ({ lang, description: texts[lang] }));

/** Whether the HTML has content: an empty editor leaves an empty paragraph. */
export const isWritten = (html: string): boolean =>
  /<img/.test(html) || html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== '';
