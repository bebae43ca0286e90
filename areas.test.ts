import { existsSync, globSync, readFileSync } from 'node:fs';
import * as contract from '@sweepline/contract';
import { expect, test } from 'vitest';

const server = 'apps/server/src';
const console = 'apps/console/src';
const declarations = 'packages/contract/src';

/** The areas of the product. Each has a folder of its name in the features of both sides and in the contract. */
const areas = [
  'ai',
  'alarms',
  'api',
  'brand',
  'devices',
  'figures',
  'installation',
  'knowledge',
  'people',
  'places',
  'remote',
  'service',
  'stock',
  'updates',
  'work',
];
const maxFeatures = 13;

/** Features without a partner of their name on the other side, and where that side has the subject. */
const oneSided = new Map([
  ['api/events', 'shown by api/users'],
  ['api/resources', 'called by programs of customers'],
  ['api/webhooks', 'shown by api/users'],
  ['devices/identity', 'the server alone issues certificates and tickets'],
  ['figures/alarm-quality', 'shown by alarms/monitoring'],
  ['figures/map-layers', 'shown by places/maps'],
  ['figures/targets', 'shared/site-targets, which pages of sites and figures show'],
  ['installation/refusals', 'shown by installation/servers'],
  ['people/saved-views', 'kit/list, in every list'],
  ['people/search', 'app/palette'],
  ['places/versions', 'pages of the versions that places/maps keeps'],
  ['remote/shells', 'shared/remote-shell, which pages of robots and orders show'],
  ['work/report-shares', 'shown by work/reports'],
]);

/** The folders two levels below the features of an app, as `area/name`. */
const featuresOf = (app: string) =>
  [
    ...new Set(
      globSync(`${app}/features/*/*/**/*.{ts,tsx}`).map((path) =>
        path.slice(`${app}/features/`.length).split(/[\\/]/).slice(0, 2).join('/'),
      ),
    ),
  ].toSorted();

const features = { server: featuresOf(server), console: featuresOf(console) };
const areaOf = (feature: string) => feature.split('/')[0]!;

test('every feature is in an area that the contract knows, and no area is larger than one oversees', () => {
  for (const list of Object.values(features)) {
    expect([...new Set(list.map(areaOf))]).toEqual(areas);
    for (const area of areas)
      expect(list.filter((feature) => areaOf(feature) === area).length, area).toBeLessThanOrEqual(
        maxFeatures,
      );
  }
  expect(areas.filter((area) => !existsSync(`${declarations}/${area}/area.ts`))).toEqual([]);
});

test('a feature has the same area and name on both sides', () => {
  const alone = [
    ...features.server.filter((feature) => !features.console.includes(feature)),
    ...features.console.filter((feature) => !features.server.includes(feature)),
  ];
  expect(alone.toSorted()).toEqual([...oneSided.keys()].toSorted());
});

test('no file stands in an area beside its features', () => {
  expect(globSync([`${server}/features/*.ts`, `${server}/features/*/*.ts`])).toEqual([]);
  expect(globSync([`${console}/features/*.*`, `${console}/features/*/*.*`])).toEqual([]);
});

/** What a newcomer looks for, and the folder where the rules of ARCHITECTURE.md say that it is. */
const examples: [
  what: keyof typeof contract.pages | `${string}/${string}` | `${string}Table`,
  folder: string,
][] = [
  ['devices', 'devices/devices'],
  ['alarms', 'alarms/alarms'],
  ['roles', 'people/roles'],
  ['sites', 'places/sites'],
  ['activationCodes', 'stock/activation-codes'],
  ['service/task/report/queryWithPage', 'work/reports'],
  ['service/networkCard/queryWithPage', 'stock/network-cards'],
  ['service/workOrder/queryWithPage', 'service/orders'],
  ['service/apiUser/queryWithPage', 'api/users'],
  ['escalationTable', 'alarms/escalation'],
  ['zoneBoardTable', 'work/zone-board'],
];

test.each(examples)('%s leads to the folder %s', (what, folder) => {
  const found = what.includes('/')
    ? handlersOf(what)
    : what.endsWith('Table')
      ? globSync(`${server}/features/*/*/${dashed(what)}.ts`)
      : pageOf(what);
  expect(found.map((path) => path.split('features/')[1]?.split('/').slice(0, 2).join('/'))).toEqual([folder]);
});

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The page that a route of this address loads. */
function pageOf(name: string): string[] {
  const routes = globSync(`${console}/app/routes/*.{ts,tsx}`).map((file) => readFileSync(file, 'utf8'));
  const pattern = new RegExp(`path: pages\\.${name}\\.path,[^}]*?import\\('([^']+)'\\)`);
  return routes.flatMap((text) => pattern.exec(text)?.[1] ?? []);
}

/** The files that answer the group of calls with this path. */
function handlersOf(path: string): string[] {
  const group = Object.values(contract.allCalls).find((calls) =>
    Object.values(calls).some((call) => call.path === path),
  );
  const name = Object.entries(contract).find(([, value]) => value === group)?.[0];
  return globSync(`${server}/features/*/*/**/*.ts`).filter((file) =>
    new RegExp(`\\banswer\\(${name},`).test(readFileSync(file, 'utf8')),
  );
}
