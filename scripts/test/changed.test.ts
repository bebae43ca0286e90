import { expect, test } from 'vitest';
import { journeysOfChange, testsOfChange } from './changed.ts';

const files = {
  'sizes.test.ts': '',
  'apps/server/src/app/every-call.test.ts': "import { makers } from '../test-kit/record-makers.ts';",
  'apps/server/src/features/places/sites/site-rules.ts': '',
  'apps/server/src/features/places/sites/site.test.ts': '',
  'apps/server/src/features/places/sites/floors/floor.test.ts': '',
  'apps/server/src/features/work/tasks/task.test.ts':
    "import { floorName } from '../../places/sites/site-rules.ts';",
  'apps/server/src/features/work/tasks/start.test.ts': '',
  'apps/console/src/features/places/sites/site-page.test.tsx': '',
  'packages/contract/src/places/sites.ts': '',
  'packages/contract/src/places/places.test.ts': '',
} as const;
const testsOf = (...changed: string[]) =>
  testsOfChange(changed, Object.keys(files), (file) => files[file as keyof typeof files]);

test('a change of a feature runs all tests of the feature and the tests that import the file', () => {
  expect(testsOf('apps/server/src/features/places/sites/site-rules.ts')).toEqual([
    'sizes.test.ts',
    'apps/server/src/features/places/sites/site.test.ts',
    'apps/server/src/features/places/sites/floors/floor.test.ts',
    'apps/server/src/features/work/tasks/task.test.ts',
  ]);
});

test('a change of a contract file runs the tests beside it and those of the features of its area', () => {
  expect(testsOf('packages/contract/src/places/sites.ts')).toEqual([
    'sizes.test.ts',
    'apps/server/src/features/places/sites/site.test.ts',
    'apps/server/src/features/places/sites/floors/floor.test.ts',
    'apps/console/src/features/places/sites/site-page.test.tsx',
    'packages/contract/src/places/places.test.ts',
  ]);
});

test('a deleted file runs the tests of its feature', () => {
  expect(testsOf('apps/console/src/features/places/sites/old-page.tsx')).toEqual([
    'sizes.test.ts',
    'apps/console/src/features/places/sites/site-page.test.tsx',
  ]);
});

test('a changed test runs itself and the tests of the root', () => {
  expect(testsOf('apps/server/src/features/work/tasks/start.test.ts')).toEqual([
    'sizes.test.ts',
    'apps/server/src/features/work/tasks/start.test.ts',
  ]);
});

test('a change of a document or of the root runs the tests of the root only', () => {
  expect(testsOf('README.md', 'vitest.config.ts')).toEqual(['sizes.test.ts']);
});

test('a change of a feature leaves out the journeys that import its texts', () => {
  const journeys = {
    'e2e/sites.journey.ts':
      "import texts from '../apps/console/src/features/places/sites/texts/en.json' with { type: 'json' };",
    'e2e/tasks.journey.ts':
      "import texts from '../apps/console/src/features/work/tasks/texts/en.json' with { type: 'json' };",
  } as const;
  expect(
    journeysOfChange(
      ['packages/contract/src/places/sites.ts'],
      Object.keys(journeys),
      (file) => journeys[file as keyof typeof journeys],
    ),
  ).toEqual(['e2e/sites.journey.ts']);
});
