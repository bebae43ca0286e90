import { importPath, screenCalls, type Output, type SceneKind, type ScreenView } from '@sweepline/contract';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { OwnScreenPage } from '../own-screen-page.tsx';
import { PublicScreen } from '../public-screen.tsx';
import { programIn } from './use-program-update.ts';

const none = {
  reports: 0,
  succeeded: 0,
  partial: 0,
  failed: 0,
  leftOut: 0,
  cleanedM2: null,
  coverage: null,
  workedS: null,
  cleaningS: null,
  m2PerHour: null,
  distanceM: null,
  waterL: null,
  energyWh: null,
  known: { cleanedM2: 0, coverage: 0, workedS: 0, m2PerHour: 0, distanceM: 0, waterL: 0, energyWh: 0 },
};
const view: ScreenView = {
  at: '2030-01-02T03:04:05.000Z',
  name: 'Lobby',
  companyName: 'Mall',
  hasLogo: false,
  siteName: null,
  timezone: 'UTC',
  scenes: [
    { kind: 'figures', seconds: 20 },
    { kind: 'runs', seconds: 20 },
  ],
  reader: { lang: 'en', area: 'FT2', volume: 'GALLON' },
  figures: {
    today: { ...none, reports: 3, cleanedM2: 1_000 },
    now: { runs: 2, cleanedM2: 50 },
    robots: { total: 9, online: 7, working: 2, charging: 3, alarmed: 1 },
  },
  places: null,
  runs: { total: 0, list: [] },
  rankings: null,
  alarms: null,
  week: null,
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => void vi.useRealTimers());

const opened = (answer: () => Output<typeof screenCalls.look>) => {
  server.on(screenCalls.look, answer);
  return renderPage(<PublicScreen token="screen_x" />, importPath('screen_x'), null);
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

test('a display shows figures in its own units, without controls', async () => {
  opened(() => view);
  expect(await screen.findByText('How is today going?')).toBeTruthy();
  expect(screen.getByText('10,764')).toBeTruthy();
  expect(screen.getByText('538')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(document.documentElement.dataset['theme']).toBe('dark');
});

test('a display of the company that is named like the product says the name once', async () => {
  opened(() => ({ ...view, name: 'Sweepline', companyName: 'Sweepline', siteName: '' }));
  await screen.findByText('How is today going?');
  const visible = screen.getAllByText('Sweepline').filter((name) => !name.classList.contains('sl-sr-only'));
  expect(visible.map(({ tagName }) => tagName)).toEqual(['H1']);
});

test('its scenes take turns for their seconds', async () => {
  opened(() => view);
  await screen.findByText('How is today going?');
  await pass(21);
  expect(screen.getByText('What is being cleaned now?')).toBeTruthy();
  expect(screen.getByText('Nothing is being cleaned now')).toBeTruthy();
  await pass(20);
  expect(screen.getByText('How is today going?')).toBeTruthy();
});

const robot = { name: 'Robot 1', sn: null };
const north = {
  id: 'north',
  name: 'North',
  address: '',
  companyName: 'Mall',
  country: 'DE',
  latitude: 50,
  longitude: 10,
  devices: 12,
  online: 10,
  working: 2,
  alarmLevel: 0,
};
const hall = {
  id: 'run',
  name: 'Hall',
  robot,
  siteName: 'North',
  state: 'IN_PROGRESS',
  progress: 0.5,
  cleanedM2: 10,
  plannedM2: 20,
  startedAt: view.at,
} as const;
const charts: [kind: SceneKind, data: Partial<ScreenView>, rows: string[][]][] = [
  [
    'week',
    { week: [{ daysAgo: 0, day: '2030-01-02', cleanedM2: 100, reports: 3 }] },
    [['Today 1/2', '1,076 ft²', '3']],
  ],
  [
    'rankings',
    {
      rankings: {
        sites: [{ key: 'north', name: 'North', cleanedM2: 100, reports: 2 }],
        robots: [{ key: 'one', robot, cleanedM2: 50, reports: 1 }],
      },
    },
    [
      ['North', '1,076 ft²'],
      ['Robot 1', '538 ft²'],
    ],
  ],
  [
    'runs',
    { runs: { total: 1, list: [hall] } },
    [['Robot 1', 'North', 'Hall', 'In progress', '50%', '108 ft²']],
  ],
  ['places', { places: { total: 1, list: [north] } }, [['North', 'Cleaning', '10', '12']]],
];

test.each(charts)(
  'the chart of the scene %s reads as a table with its question, once and without controls',
  async (kind, data, rows) => {
    opened(() => ({ ...view, ...data, scenes: [{ kind, seconds: 20 }] }));
    const tables = await screen.findAllByRole('table');
    const question = screen.getByRole('heading', { level: 2 }).textContent;
    for (const table of tables) {
      expect(within(table).getByRole('caption').textContent).toContain(question);
      const [head] = within(table).getAllByRole('row');
      for (const column of within(head!).getAllByRole('columnheader'))
        expect(column.textContent).not.toBe('');
    }
    const read = tables.flatMap((table) => within(table).getAllByRole('row').slice(1));
    expect(read.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual(rows);
    // The drawing has the same values, which are not read a second time.
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    expect(screen.queryAllByRole('button')).toEqual([]);
  },
);

test('without the server it keeps its figures, says their age, and recovers alone', async () => {
  let isAway = false;
  opened(() => {
    if (isAway) throw new Refused('internal');
    return { ...view, scenes: view.scenes.slice(0, 1) };
  });
  await screen.findByText('10,764');
  isAway = true;
  await pass(80);
  expect(screen.getByText('10,764')).toBeTruthy();
  expect(screen.getByText(/no connection since/)).toBeTruthy();
  isAway = false;
  await pass(20);
  expect(screen.queryByText(/no connection since/)).toBeNull();
  expect(screen.getByText(/^As of/)).toBeTruthy();
});

test('a revoked display shows none of its figures any more', async () => {
  let isRevoked = false;
  opened(() => {
    if (isRevoked) throw new Refused('notFound');
    return view;
  });
  await screen.findByText('10,764');
  isRevoked = true;
  await pass(11);
  expect(screen.getByText('This display was revoked')).toBeTruthy();
  expect(screen.queryByText('10,764')).toBeNull();
});

test('the screen of a session uses the units of its reader and leads back with Escape', async () => {
  server.on(screenCalls.own, () => ({ ...view, reader: null }));
  const { router } = renderPage(<OwnScreenPage />);
  expect(await screen.findByText('1,000')).toBeTruthy();
  act(() => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  expect(router.state.location.pathname).toBe('/dataBoard/screens');
});

test('the theme and the units of the page end with the display', async () => {
  const { unmount } = opened(() => view);
  await screen.findByText('10,764');
  unmount();
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

test('the file of the program is found in a built and in a served page', () => {
  expect(programIn('<script data-texts="{}" data-program="/assets/main-1a2b.js">')).toBe(
    '/assets/main-1a2b.js',
  );
  expect(programIn('<script type="module" src="/src/app/main.tsx"></script>')).toBe('/src/app/main.tsx');
  expect(programIn('<p>The server is away</p>')).toBeUndefined();
});
