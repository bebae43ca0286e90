import { globSync, readFileSync } from 'node:fs';
import { errors, fieldReasons, langs, type Lang } from '@sweepline/contract';
import { holdingTexts } from './packages/contract/src/people/company-values.ts';
import alarmWords from './apps/server/src/features/alarms/settings/alarm-words.json' with { type: 'json' };
import invitationWords from './apps/server/src/features/people/invitations/invitation-words.json' with { type: 'json' };
import { noticeTexts } from './apps/server/src/features/people/notices/notice-texts.ts';
import mailWords from './apps/server/src/features/figures/report-subscriptions/mail-words.json' with { type: 'json' };
import logWords from './apps/server/src/features/installation/audit/log-words.json' with { type: 'json' };
import glossary from './docs/glossary.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { namespaceOf } from './apps/console/src/kit/format/texts.ts';

interface Term {
  term: string;
  words: Record<Lang, string>;
  refused?: Partial<Record<Lang, string[]>>;
}
const terms: Term[] = glossary.terms;
/** Words that are no names of things, with the plain words of the console. */
const plain: Partial<Record<Lang, Record<string, string>>> = glossary.plain;
const exceptions: Record<string, string> = glossary.exceptions;

type Tree = { [key: string]: Tree | string };
const leaves = (tree: Tree | string, path: string): [path: string, text: string][] =>
  typeof tree === 'string'
    ? [[path, tree]]
    : Object.entries(tree).flatMap(([key, value]) => leaves(value, `${path}.${key}`));

/** The texts of console and documents, which are files of one language. */
const inFiles = (lang: Lang) =>
  globSync(`apps/{console,server}/src/**/texts/${lang}.json`).flatMap((file) =>
    leaves(
      JSON.parse(readFileSync(file, 'utf8')) as Tree,
      file.startsWith('apps/server') ? 'documents' : namespaceOf(file),
    ),
  );

type Six = Record<string, readonly string[]>;
const fromSix = (name: string, words: Six, lang: Lang) =>
  Object.entries(words).map(([key, six]): [string, string] => [
    `${name}.${key}`,
    six[langs.indexOf(lang)] ?? '',
  ]);
const fromRecords = (name: string, records: Record<string, Record<Lang, string>>, lang: Lang) =>
  Object.entries(records).map(([key, texts]): [string, string] => [`${name}.${key}`, texts[lang]]);

const ofAlarms = (part: 'name' | 'remedy') =>
  Object.fromEntries(Object.entries(alarmWords).map(([code, texts]) => [code, texts[part]]));
const [namesOfAlarms, remediesOfAlarms] = [ofAlarms('name'), ofAlarms('remedy')];

const refusals = Object.fromEntries(Object.entries(errors).map(([key, { texts }]) => [key, texts]));

/** Every text that a person can read, without the names of its placeholders. */
const textsOf = (lang: Lang): [path: string, text: string][] =>
  [
    ...inFiles(lang),
    ...Object.entries(logWords).flatMap(([name, words]) => fromSix(`system-log.${name}`, words, lang)),
    ...fromSix('report-mails', mailWords, lang),
    ...fromSix('alarm-names', namesOfAlarms, lang),
    ...fromSix('alarm-remedies', remediesOfAlarms, lang),
    ...fromSix('invitation-mails', invitationWords, lang),
    ...fromRecords('errors', refusals, lang),
    ...fromRecords('reasons', fieldReasons, lang),
    ...fromRecords('holdings', holdingTexts, lang),
    ...fromRecords('notices', noticeTexts, lang),
  ].map(([path, text]) => [path, text.replaceAll(/\{+\s*\w+\s*\}+/g, '{}')]);

/** `*` stands for the end of a word. In languages with spaces a refused word matches whole words only. */
function pattern(word: string, lang: Lang) {
  const body = word.replaceAll(/[.?()[\]|+^$]/g, String.raw`\$&`).replaceAll('*', String.raw`\p{L}*`);
  if (lang !== 'en' && lang !== 'ge') return new RegExp(body, 'u');
  const before = /^\p{L}/u.test(word) ? '(?<!\\p{L})' : '';
  const after = /[\p{L}*]$/u.test(word) ? '(?!\\p{L})' : '';
  return new RegExp(`${before}${body}${after}`, lang === 'en' ? 'iu' : 'u');
}

const refusedIn = (lang: Lang) =>
  [
    ...terms.flatMap(({ term, words, refused }) =>
      (refused?.[lang] ?? []).map((word) => ({ word, advice: `${term}: ${words[lang]}` })),
    ),
    ...Object.entries(plain[lang] ?? {}).map(([word, advice]) => ({ word, advice })),
  ].map((refusal) => ({ ...refusal, found: pattern(refusal.word, lang) }));

/** The refused words of one language in its texts. A right word that contains a refused one is taken out first. */
function faultsIn(lang: Lang) {
  const refused = refusedIn(lang);
  const right = terms
    .map(({ words }) => words[lang])
    .filter((word) => refused.some(({ found }) => found.test(word)))
    .sort((one, other) => other.length - one.length);
  return textsOf(lang).flatMap(([path, text]) => {
    const rest = right.reduce((left, word) => left.replaceAll(word, '·'), text);
    return refused
      .filter(({ found }) => found.test(rest))
      .map(({ word, advice }) => ({ path, fault: `${path}: “${word}” in “${text}”; use ${advice}` }));
  });
}

test.each(langs)('%s has one word for one thing, as the glossary names it', (lang) => {
  expect(
    faultsIn(lang)
      .filter(({ path }) => !(path in exceptions))
      .map(({ fault }) => fault),
  ).toEqual([]);
});

test.each(langs)('every word of the glossary is used in %s', (lang) => {
  const all = textsOf(lang)
    .map(([, text]) => text.toLowerCase())
    .join('\n');
  const unused = terms
    .map(({ words }) => words[lang])
    .filter((word) => !all.includes(word.replace('*', '').toLowerCase()));
  expect(unused).toEqual([]);
});

test('every term of the glossary has one entry', () => {
  const names = terms.map(({ term }) => term);
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
});

test('every exception of the glossary is needed', () => {
  const faulty = new Set(langs.flatMap(faultsIn).map(({ path }) => path));
  expect(Object.keys(exceptions).filter((path) => !faulty.has(path))).toEqual([]);
});

test.each(langs)(
  'an alarm has one name and one remedy in the console and in the answers to programs in %s',
  (lang) => {
    const textsIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const inLang = (words: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(words).map(([code, six]) => [code, six[langs.indexOf(lang)]]));
    expect(inLang(namesOfAlarms)).toEqual(
      textsIn(`apps/console/src/shared/words/texts/${lang}.json`)['alarm'],
    );
    expect(inLang(remediesOfAlarms)).toEqual(
      textsIn(`apps/console/src/features/alarms/alarms/texts/${lang}.json`)['remedies'],
    );
  },
);
