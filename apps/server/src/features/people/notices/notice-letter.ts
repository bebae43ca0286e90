import type { Lang } from '@sweepline/contract';
import { wordsOf } from '../../../platform/documents/phrase-words.ts';
import { escapeHtml } from '../../../platform/http/html.ts';
import phrases from './notice-mail-words.json' with { type: 'json' };
import { renderNotice, type NoticeParams } from './notice-texts.ts';

const noticeMailWords = wordsOf(phrases);

interface LetterInput {
  lang: Lang;
  template: string;
  params: NoticeParams;
  company: string;
  /** Address of the console's page about the notice; null without one. */
  link: string | null;
  /** Which sentence says why the reader gets it. */
  why: 'why' | 'whyAddress';
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The text of a rendered notice: its only markup is `strong`. */
const plainText = (html: string) =>
  html.replaceAll(/<\/?strong>/g, '').replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!);

/** The mail of a notice. Text and HTML have the same content. */
export function noticeLetter({ lang, template, params, company, link, why: reason }: LetterInput) {
  const words = noticeMailWords(lang);
  const content = renderNotice(template, params, lang);
  const text = plainText(content);
  const why = words(reason, { company });
  const open = link ? `${words('open')}: ${link}` : undefined;
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:#0e7c86;color:#ffffff;text-decoration:none">${escapeHtml(words('open'))}</a></p>`
    : '';
  const subject = `${company}: ${text}`.replaceAll(/[\r\n]+/g, ' ');
  return {
    subject,
    text: [text, ...(open ? ['', open] : []), '', why].join('\n'),
    html: `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f5f7f8;color:#111a1f;font:14px/22px system-ui,'PingFang SC','Microsoft YaHei','Hiragino Sans','Malgun Gothic','Noto Sans CJK SC',sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px 20px;background:#ffffff">
<p style="font-size:16px;line-height:24px;margin:0">${content}</p>
${button}
<p style="margin:16px 0 0;font-size:12px;color:#4a5a63">${escapeHtml(why)}</p>
</div></body></html>`,
  };
}
