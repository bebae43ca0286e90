import { langs, type Lang } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { byNamespace, type Phrases } from '../kit/format/texts.ts';

const files = import.meta.glob<Phrases>('../**/texts/*.json', { eager: true, import: 'default' });
const of = (lang: Lang) =>
  byNamespace(
    Object.fromEntries(
      Object.entries(files)
        .filter(([path]) => path.endsWith(`/${lang}.json`))
        // The files beside this test have a path without their folder.
        .map(([path, phrases]) => [path.replace(/^\.\/texts/, '../app/texts'), phrases]),
    ),
  );

/** The places that name one quantity, one state or one page. */
const names = [
  ['statistics.names.m2PerHour', 'work/reports.rate'],
  ['work/reports.planned', 'run.floor.planned'],
  ['work/reports.reachable', 'run.floor.reachable'],
  ['statistics.names.cleanedM2', 'work/reports.cleaned', 'run.floor.cleaned'],
  ['statistics.names.coverage', 'work/reports.coverage', 'work/zone-board.coverage', 'run.coverage'],
  ['alarms/alarms.open', 'people/notices.open'],
  ['alarms/alarms.cleared', 'people/notices.over'],
  ['alarms/alarms.level', 'people/notices.severity'],
  ['service/orders.due.late', 'service/my-orders.late', 'service/figures.counts.late'],
  ['acts.act.charge', 'devices/devices.bulk.charge'],
  ['app.titles.noticeRules', 'words.noticeRules.label'],
  ['people/notice-settings.runTitle', 'words.noticeRules.runs'],
  ['people/notice-settings.connectionTitle', 'words.noticeRules.connection', 'app.titles.connectionNotices'],
  ['alarms/settings.title', 'words.noticeRules.alarms', 'app.titles.alarmSettings'],
  ['alarms/escalation.title', 'words.noticeRules.escalation', 'app.titles.escalation'],
  ['app.titles.subscriptions', 'figures/report-subscriptions.title'],
  ['app.titles.sites', 'places/sites.title'],
  ['app.titles.settingsRollouts', 'devices/settings-rollouts.rollouts'],
];

function textAt(lang: Lang, path: string) {
  const [namespace = '', ...keys] = path.split('.');
  let text: Phrases | string | undefined = of(lang)[namespace];
  for (const key of keys) text = typeof text === 'object' ? text[key] : undefined;
  return text;
}

test.each(langs)('%s has one word for each quantity, state and page everywhere', (lang) => {
  for (const [first = '', ...others] of names) {
    expect(textAt(lang, first), first).toBeTruthy();
    for (const other of others) expect(textAt(lang, other), other).toBe(textAt(lang, first));
  }
});

test.each(langs)('%s names finding a robot on the map and on site differently', (lang) => {
  expect(textAt(lang, 'devices/devices.whereIsIt')).not.toBe(textAt(lang, 'devices/care.locate'));
});

test('a cleaning task is an Auftrag in German on all pages', () => {
  const german = of('ge');
  for (const namespace of [
    'work/tasks',
    'places/maps',
    'places/versions',
    'devices/devices',
    'work/calendar',
    'work/reports',
    'work/zone-board',
  ])
    expect(JSON.stringify(german[namespace]), namespace).not.toMatch(/Aufgabe/);
});
