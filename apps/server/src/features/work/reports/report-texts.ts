import { lookup } from '@sweepline/contract';
import type { Lang } from '@sweepline/contract';
import { fillText } from '../../../platform/runtime/fill-text.ts';
import en from './texts/en.json' with { type: 'json' };
import ge from './texts/ge.json' with { type: 'json' };
import ja from './texts/ja.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zhCn from './texts/zh-cn.json' with { type: 'json' };
import zhCw from './texts/zh-cw.json' with { type: 'json' };

/** Texts of documents. */
export type DocumentTexts = typeof en;

export const documentTexts: Record<Lang, DocumentTexts> = {
  en,
  'zh-cn': zhCn,
  'zh-cw': zhCw,
  ja,
  ko,
  ge,
};

/** A text with its `{placeholders}` replaced. */
export const filled = (text: string, words: Readonly<Record<string, string | number>>) =>
  fillText(text, (name) => lookup(words, name)?.toString());

/** The text of a code; the code itself if it has no text. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string) => lookup(words, code) ?? code;
