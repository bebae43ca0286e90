import type { Lang } from '@sweepline/contract';
import { escapeHtml } from '../../../platform/http/html.ts';
import { wordsOf } from '../../../platform/documents/phrase-words.ts';
import { readerFormat } from '../../../platform/documents/reader-format.ts';
import phrases from './invitation-words.json' with { type: 'json' };

const words = wordsOf(phrases);

interface LetterInput {
  lang: Lang;
  who: string;
  company: string;
  link: string;
  expiresAt: string;
}

/** The mail of an invitation. Text and HTML have the same content. */
export function invitationLetter({ lang, who, company, link, expiresAt }: LetterInput) {
  const say = words(lang);
  const lead = say('lead', { who, company });
  const until = say('until', { until: readerFormat({ lang }).date(expiresAt) });
  return {
    // A line break in a name would start another header.
    subject: say('subject', { who, company }).replaceAll(/[\r\n]+/g, ' '),
    text: [lead, '', link, '', until].join('\n'),
    html: `<!doctype html><html><head><meta charset="utf-8"></head>
<body style="margin:0;background:#f5f7f8;color:#111a1f;font:14px/22px system-ui,'PingFang SC','Microsoft YaHei','Hiragino Sans','Malgun Gothic',sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 20px;background:#ffffff">
<p style="margin:0 0 16px">${escapeHtml(lead)}</p>
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:#0e7c86;color:#ffffff;text-decoration:none">${escapeHtml(say('accept'))}</a></p>
<p style="margin:0;font-size:12px;color:#4a5a63">${escapeHtml(until)}</p>
</div></body></html>`,
  };
}
