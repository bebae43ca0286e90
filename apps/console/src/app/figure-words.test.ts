import { langs, type Lang } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { byNamespace, type Phrases } from '../kit/format/texts.ts';

const files = import.meta.glob<Phrases>('../**/texts/*.json', { eager: true, import: 'default' });
const of = (lang: Lang) =>
  byNamespace(Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith(`/${lang}.json`))));

/** The places that name one quantity. */
const quantities = [
  ['statistics.names.m2PerHour', 'task-reports.rate'],
  ['task-reports.planned', 'run.floor.planned'],
  ['task-reports.reachable', 'run.floor.reachable'],
  ['statistics.names.cleanedM2', 'task-reports.cleaned', 'run.floor.cleaned'],
  ['statistics.names.coverage', 'task-reports.coverage', 'zone-board.coverage', 'run.coverage'],
];

function textAt(lang: Lang, path: string) {
  const [namespace = '', ...keys] = path.split('.');
  let text: Phrases | string | undefined = of(lang)[namespace];
  for (const key of keys) text = typeof text === 'object' ? text[key] : undefined;
  return text;
}

test.each(langs)('%s has one word for each quantity on all pages', (lang) => {
  for (const [first = '', ...others] of quantities) {
    expect(textAt(lang, first), first).toBeTruthy();
    for (const other of others) expect(textAt(lang, other), other).toBe(textAt(lang, first));
  }
});

test.each(langs)('%s names finding a robot on the map and on site differently', (lang) => {
  expect(textAt(lang, 'devices.whereIsIt')).not.toBe(textAt(lang, 'device-care.locate'));
});

test('a cleaning task is an Auftrag in German on all pages', () => {
  const german = of('ge');
  for (const namespace of [
    'tasks',
    'maps',
    'map-versions',
    'devices',
    'calendar',
    'task-reports',
    'zone-board',
  ])
    expect(JSON.stringify(german[namespace]), namespace).not.toMatch(/Aufgabe/);
});
