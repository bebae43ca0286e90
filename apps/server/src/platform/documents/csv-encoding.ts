import type { Lang, TableEncoding } from '@sweepline/contract';
import chardet from 'chardet';
import iconv from 'iconv-lite';

export interface DecodedText {
  encoding: TableEncoding;
  /** Undefined if the bytes are no text of this encoding. */
  text: string | undefined;
}

/** What Excel writes as CSV on a computer of the language. */
const ofLanguage: Record<Lang, TableEncoding> = {
  en: 'windows-1252',
  ge: 'windows-1252',
  'zh-cn': 'gb18030',
  'zh-cw': 'big5',
  ja: 'shift_jis',
  ko: 'euc-kr',
};
const guessed = [...new Set(Object.values(ofLanguage))];

/** The names of chardet for an encoding and its subsets. */
const chardetNames: Partial<Record<TableEncoding, readonly string[]>> = {
  'windows-1252': ['windows-1252', 'ISO-8859-1'],
  gb18030: ['GB18030'],
  big5: ['Big5'],
  shift_jis: ['Shift_JIS'],
  'euc-kr': ['EUC-KR'],
};

/** Points for the reader's own encoding. Almost every file is a text of Windows-1252, so there it says less. */
const ownPoints = (encoding: TableEncoding) => (encoding === 'windows-1252' ? 40 : 90);

/** Characters that no list contains: damage, controls and places of private use. Unicode may have the latter ones. */
const damage = /[\ufffd\0\u0080-\u009f\ue000-\uf8ff]/;
const damageOfUnicode = /[\ufffd\0]/;

/** The share of the bytes above ASCII that stand together: near 1 in Chinese and Korean words, near 0 in Latin ones. */
function pairedShare(bytes: Uint8Array): number {
  const isHigh = (at: number) => (bytes[at] ?? 0) >= 0x80;
  let [high, paired] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (!isHigh(at)) continue;
    high++;
    if (isHigh(at - 1) || isHigh(at + 1)) paired++;
  }
  return high === 0 ? 0 : paired / high;
}
const needsPairs: readonly TableEncoding[] = ['gb18030', 'euc-kr'];

/** Node's own decoder lacks the Korean letters that Windows added to EUC-KR. */
function decodedAs(bytes: Uint8Array, encoding: TableEncoding): DecodedText {
  const text = iconv.decode(bytes, encoding);
  const isDamaged = (encoding.startsWith('utf') ? damageOfUnicode : damage).test(text);
  return { encoding, text: isDamaged ? undefined : text };
}

/**
 * Decodes a text file: by the encoding that a person chose, else by its byte order mark, else as UTF-8 if it is valid. Other files
 * say nothing about their encoding, so it is guessed by the language of their words and by that of the reader, who sees the words and
 * can choose another one.
 */
export function decodeText(bytes: Uint8Array, lang: Lang, chosen?: TableEncoding): DecodedText {
  if (chosen !== undefined) return decodedAs(bytes, chosen);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodedAs(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decodedAs(bytes, 'utf-16be');
  const plain = decodedAs(bytes, 'utf-8');
  if (plain.text !== undefined) return plain;
  const best = candidatesOf(bytes, lang)
    .map((encoding) => decodedAs(bytes, encoding))
    .find(({ text }) => text !== undefined);
  return best ?? plain;
}

/** The encodings that a file may have, the likeliest first. */
function candidatesOf(bytes: Uint8Array, lang: Lang): TableEncoding[] {
  const found = chardet.analyse(bytes);
  const share = pairedShare(bytes);
  const points = (encoding: TableEncoding) => {
    const matches = found.filter(({ name }) => chardetNames[encoding]?.includes(name));
    const isUnlikely = encoding === 'windows-1252' && share > 0.8;
    return (
      Math.max(0, ...matches.map(({ confidence }) => confidence)) +
      (encoding === ofLanguage[lang] ? ownPoints(encoding) : 0) -
      (isUnlikely ? 100 : 0)
    );
  };
  return guessed
    .filter((encoding) => share > 0 || !needsPairs.includes(encoding))
    .toSorted((a, b) => points(b) - points(a));
}
