import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const server = 'apps/server/src';
const console = 'apps/console/src';
/** The public files of a feature. A table that several features read stands in entities. */
const services = `${server}/features/[^/]+/[^/]+/([^/]+/)?[^/]+-service\\.ts`;

/**
 * Which module may import from which. `<feature>` is the file's own feature. Every other import is forbidden. A test may
 * import everything of its app, because it starts the whole app to test a part.
 */
const modules: [module: string, mayImport: string[]][] = [
  ['packages/contract/', ['packages/contract/']],
  ['packages/floor-net/', ['packages/floor-net/']],
  ['packages/map-core/', ['packages/map-core/']],
  [`${server}/platform/`, [`${server}/platform/`, 'packages/']],
  [`${server}/entities/`, [`${server}/(entities|platform)/`, 'packages/']],
  [`${server}/robots-port/`, [`${server}/(robots-port|entities|platform)/`, 'packages/']],
  [`${server}/features/`, ['<feature>', services, `${server}/(robots-port|entities|platform)/`, 'packages/']],
  [`${server}/robots/`, [services, `${server}/(robots|robots-port|entities|platform)/`, 'packages/']],
  [`${server}/(app|test-kit)/`, ['apps/server/', 'packages/']],
  [`${console}/kit/`, [`${console}/kit/`, 'packages/']],
  [`${console}/map-view/`, [`${console}/map-view/`, `${console}/kit/`, 'packages/']],
  [`${console}/shared/`, [`${console}/(shared|map-view|kit)/`, 'packages/']],
  [`${console}/features/`, ['<feature>', `${console}/(shared|map-view|kit)/`, 'packages/']],
  [`${console}/(app|test-kit)/`, [`${console}/`, 'packages/']],
  ['apps/console/build/', ['apps/console/']],
  ['apps/robot-sim/', ['apps/robot-sim/', 'packages/']],
  ['(scripts|seeds|bench|e2e)/', ['']],
];

const files = globSync('{packages,apps,scripts,seeds,bench,e2e}/**/*.{ts,tsx,js}', {
  exclude: (path) => /node_modules|dist/.test(path),
}).filter((file) => !/\/public\/|vite\.config\.ts$/.test(file));

/** The imports of a file as paths from the root; for workspace packages the folder, for npm packages nothing. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('.')) return [join(dirname(file), target)];
    return target.startsWith('@sweepline/') ? [`packages/${target.slice('@sweepline/'.length)}/`] : [];
  });
}

const featureOf = (file: string) => /^.*\/features\/[^/]+\/[^/]+\//.exec(file)?.[0];

function mayImport(file: string, target: string): boolean {
  const module = modules.find(([pattern]) => new RegExp(`^${pattern}`).test(file));
  if (!module) return false;
  if (isTest(file) && file.startsWith('apps/') && sameApp(file, target)) return true;
  return module[1].some((rule) =>
    rule === '<feature>' ? featureOf(file) === featureOf(target) : new RegExp(`^${rule}`).test(target),
  );
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const sameApp = (file: string, target: string) => file.split('/')[1] === target.split('/')[1];

test('every import is allowed for its module', () => {
  const violations = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !mayImport(file, target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(violations).toEqual([]);
});

test('only the server package has the server in its package.json', () => {
  const packages = globSync('{packages,apps}/*/package.json');
  const dependents = packages.filter((file) => readFileSync(file, 'utf8').includes('"@sweepline/server"'));
  expect(dependents).toEqual([join('apps', 'server', 'package.json')]);
});

test('the rule refuses forbidden imports', () => {
  const feature = `${server}/features/devices/devices/device-handlers.ts`;
  expect(mayImport(feature, `${server}/entities/places/map-table.ts`)).toBe(true);
  expect(mayImport(feature, `${server}/features/places/maps/map-removal-service.ts`)).toBe(true);
  expect(mayImport(feature, `${server}/features/work/zone-board/zone-board-table.ts`)).toBe(false);
  expect(mayImport(feature, `${server}/robots/runs/run-service.ts`)).toBe(false);
  expect(mayImport(feature, `${server}/features/places/maps/map-handlers.ts`)).toBe(false);
  expect(mayImport(feature, `${server}/test-kit/index.ts`)).toBe(false);
  expect(mayImport(`${server}/platform/db/db.ts`, feature)).toBe(false);
  expect(
    mayImport(`${console}/kit/api/api.ts`, `${console}/features/devices/devices/device-list-page.tsx`),
  ).toBe(false);
  expect(mayImport('apps/robot-sim/src/main.ts', `${server}/platform/db/db.ts`)).toBe(false);
  expect(mayImport('packages/contract/src/grammar/call.ts', 'packages/map-core/')).toBe(false);
});

/** The imports between the folders `depth` levels below `root`, from the files that are no tests. */
function importsBetween(root: string, depth = 1): Map<string, Set<string>> {
  const folderOf = (path: string) =>
    path.startsWith(root) ? path.slice(root.length).split('/').slice(0, depth).join('/') : undefined;
  const graph = new Map<string, Set<string>>();
  for (const file of files.filter((path) => path.startsWith(root) && !isTest(path))) {
    const from = folderOf(file)!;
    const targets = importsOf(file).flatMap((target) => folderOf(target) ?? []);
    graph.set(from, new Set([...(graph.get(from) ?? []), ...targets.filter((to) => to !== from)]));
  }
  return graph;
}

/** Names of tables that have an object, from the declarations in `*-table.ts`. */
const tableNames = files
  .filter((file) => file.startsWith(server) && file.endsWith('-table.ts'))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/[tT]able\(\s*'(\w+)'/g)].map(([, name]) => name),
  );

test('SQL names a table through its object, so that its users are found', () => {
  const typed = new RegExp(`\\b(from|join|into|update|using) (only )?(${tableNames.join('|')})\\b(?!\\()`);
  const product = files.filter(
    (file) => file.startsWith(server) && !isTest(file) && !file.includes('/test-kit/'),
  );
  const violations = product.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => typed.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(tableNames.length).toBeGreaterThan(50);
  expect(violations).toEqual([]);
});

/** What remains after folders without an import of a remaining folder are removed again and again: the cycles. */
function cyclesOf(graph: Map<string, Set<string>>): string[] {
  const remaining = new Map(graph);
  for (;;) {
    const free = [...remaining].filter(([, targets]) => ![...targets].some((to) => remaining.has(to)));
    if (free.length === 0) return [...remaining].map(([from, to]) => `${from} imports ${[...to].join(', ')}`);
    for (const [folder] of free) remaining.delete(folder);
  }
}

test('areas, features and entities of the server form no cycle, types and tables included', () => {
  expect(cyclesOf(importsBetween(`${server}/features/`))).toEqual([]);
  expect(cyclesOf(importsBetween(`${server}/features/`, 2))).toEqual([]);
  expect(cyclesOf(importsBetween(`${server}/entities/`))).toEqual([]);
});

test('cyclesOf keeps the folders of a cycle and what leads to it', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['b'])],
    ['d', new Set<string>()],
  ]);
  expect(cyclesOf(graph)).toEqual(['a imports b', 'b imports c, d', 'c imports b']);
});

/** More files than this in one folder are hard to oversee; then it gets folders named by subject. */
const maxFilesPerFolder = 25;

test('no folder holds more product files than one can oversee', () => {
  const counts = new Map<string, number>();
  for (const file of files.filter((path) => !isTest(path) && !path.endsWith('.d.ts')))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count > maxFilesPerFolder);
  expect(full.map(([folder, count]) => `${folder} has ${count}`)).toEqual([]);
});

/** Pictures in SVG and lengths in percent that are no charts, each with its reason. */
const drawings = new Map([
  ['features/ai/images/annotate/(draft-view|label-canvas|shape-view)', 'marks over an image'],
  ['features/brand/audio/waveform', 'waveform of a sound'],
  ['features/brand/logos/logo-place', 'picture as it will be cut'],
  ['features/people/auth/floor-art', 'illustration of the login page'],
  ['shared/rich-editor/editor-glyph', 'icons of the text editor'],
  ['features/places/sites/(align-picture|floor-plan)', 'floor plan'],
  ['features/places/maps/map-import/(import|points)-preview', 'map before its import'],
  ['features/service/fault-reports/model-drawing', 'picture of a model'],
  ['features/places/maps/map-editor/inspector/editor-outline', 'shapes of a map'],
  ['features/places/versions/version-map', 'map with its changes'],
  ['features/work/zone-board/zone-figure', 'zones of a map'],
  ['features/work/tasks/runs/run-plan', 'areas of a run on its card'],
  ['shared/run/run-progress', 'progress bar'],
]);
/** SVG, or a bar whose length is a share. */
const drawsByHand =
  /<(svg|rect|polyline|polygon|path|circle|line)\b|(inlineSize|blockSize|width|height): `[^`]*%`|(inlineSize|blockSize): \w+\(/;
/** Also what is no page: the kit, maps and the layout around the pages. */
const drawnElsewhere = new RegExp(
  `^${console}/(kit|map-view|app|test-kit)/|/(${[...drawings.keys()].join('|')})\\.tsx$`,
);

/** One part for each need of a page (docs/decisions/0031). The pattern matches every other part for the same need. */
const uiParts: [need: string, part: string, others: RegExp, except?: RegExp][] = [
  ['tabs', 'kit/ui/tabs.tsx', antd('Tabs')],
  ['segmented', 'kit/ui/segments.tsx', antd('Segmented')],
  ['pager', 'kit/list/pager.tsx', antd('Pagination')],
  ['toasts', 'kit/ui/toasts.ts', antd('message|notification|App')],
  ['tree', 'kit/list/tree.tsx', antd('Tree|TreeSelect')],
  ['tree', 'kit/list/tree.tsx', /role="tree(item)?"/, /kit\/list\/tree/],
  ['table', 'kit/list/data-table.tsx or kit/list/plain-table.tsx', antd('Table|List')],
  ['table', 'kit/list/data-table.tsx or kit/list/plain-table.tsx', /<table\b/, /console\/src\/kit\//],
  [
    'menu',
    'kit/list/row-menu.tsx or kit/form/choice-menu.tsx',
    antd('Menu|Dropdown'),
    /(row|choice)-menu\.tsx$/,
  ],
  ['dialog', 'kit/form/dialog.tsx', antd('Modal'), /kit\/form\/dialog\.tsx$/],
  ['select', 'antd Select', /<select\b/],
  [
    'copying',
    'kit/ui/copy-button.tsx',
    /navigator\.clipboard|\bcopyText\b|execCommand/,
    /kit\/ui\/copy-(button\.tsx|text\.ts)$/,
  ],
  ['date and time', 'kit/form/date-input.tsx', /type="(date|datetime-local|time|month|week)"/],
  [
    'date and time',
    'kit/form/date-input.tsx',
    antd('DatePicker|TimePicker|Calendar'),
    /kit\/form\/date-(picker\.tsx|config\.ts)$/,
  ],
  ['charts', 'kit/chart', drawsByHand, drawnElsewhere],
  ['echarts', 'kit/chart/chart.tsx', /from 'echarts/, /kit\/chart\/chart-canvas\.tsx$/],
];

/** Matches an import of one of these names from antd. */
function antd(names: string) {
  return new RegExp(`import[^;]*\\{[^}]*\\b(${names})\\b[^}]*\\} from 'antd'`);
}

const otherParts = (file: string, text: string) =>
  uiParts
    .filter(([, , others, except]) => others.test(text) && !except?.test(file))
    .map(([need, part]) => `${file}: ${need} is ${part}`);

test('pages use one part for each need', () => {
  const pages = files.filter((file) => file.startsWith(console) && !isTest(file));
  expect(pages.flatMap((file) => otherParts(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('every drawing that is no chart still exists', () => {
  const pages = files.filter((file) => file.startsWith(console) && !isTest(file));
  const gone = [...drawings.keys()].filter((key) => {
    const pattern = new RegExp(`/${key}\\.tsx$`);
    return !pages.some((file) => pattern.test(file) && drawsByHand.test(readFileSync(file, 'utf8')));
  });
  expect(gone).toEqual([]);
});

test('the rule refuses native fields and the second part of a need', () => {
  const refused = (text: string) => otherParts(`${console}/features/a/b/a-page.tsx`, text);
  expect(refused('<select value={1}>')).toHaveLength(1);
  expect(refused('<input\n type="time" />')).toHaveLength(1);
  expect(refused("import { Form, Tabs } from 'antd';")).toHaveLength(1);
  expect(refused('<svg viewBox="0 0 1 1">\n<rect x={1} />')).toHaveLength(1);
  expect(refused('<polyline points="0,0 1,1" />')).toHaveLength(1);
  expect(refused('<i style={{ blockSize: `${share}%` }} />')).toHaveLength(1);
  expect(refused("import { init } from 'echarts/core';")).toHaveLength(1);
  expect(refused("import { DatePicker } from 'antd';")).toHaveLength(1);
  expect(refused('<div role="treeitem">')).toHaveLength(1);
  expect(refused('void navigator.clipboard.writeText(text)')).toHaveLength(1);
  expect(refused("import { Form, Select } from 'antd';\nimport { Tabs } from './tabs.tsx';")).toEqual([]);
});
