import {
  boardFigureCalls,
  boardKindCalls,
  boardLayoutCalls,
  companyCalls,
  deviceCalls,
  needCalls,
  runCalls,
  siteCalls,
  siteTargetCalls,
  statisticsCalls,
  type BoardLayout,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aStarts, aTotals } from '../../../test-kit/board-figures.ts';
import { aPerson, fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { DataBoardPage } from './board-page.tsx';

const days = { from: '2030-01-01', to: '2030-01-31' };
const earlier = { from: '2029-12-01', to: '2029-12-31' };
const address = `/?from=${days.from}&to=${days.to}`;
const computedAt = '2030-01-31T12:00:00.000Z';
const noOnline = { onlineS: 0, sleepS: 0, boundS: 0, rate: null };
const noTarget = { value: null, sites: 0 };
const standard: BoardLayout = { blocks: null, version: 0, updatedAt: null, updatedBy: '' };

function world(layout = standard) {
  const server = fakeServer();
  const none = () => ({ list: [], total: 0 });
  for (const call of [siteCalls.list, deviceCalls.list, runCalls.list]) server.on(call, none);
  server.on(companyCalls.options, none);
  server.on(deviceCalls.summary, () => ({
    total: 0,
    online: 0,
    sleeping: 0,
    notActivated: 0,
    offline: 0,
    working: 0,
    charging: 0,
    fault: 0,
  }));
  server.on(needCalls.list, () => ({ list: [], total: 0, kinds: [], snoozed: 0, others: 0 }));
  server.on(statisticsCalls.index, () => ({
    ...days,
    zones: [],
    totals: aTotals(4, 1200),
    before: { ...earlier, totals: aTotals(3, 1000) },
  }));
  server.on(statisticsCalls.chart, () => ({
    ...days,
    points: [{ day: '2030-01-02', totals: aTotals(4, 1200) }],
  }));
  server.on(statisticsCalls.split, () => ({ parts: [] }));
  server.on(statisticsCalls.details, () => ({ modes: [] }));
  server.on(statisticsCalls.ranking, () => ({ devices: [] }));
  server.on(statisticsCalls.regions, () => ({ sites: [], total: 0 }));
  server.on(statisticsCalls.devices, () => ({ total: 0, online: 0, worked: 0, models: [] }));
  server.on(boardFigureCalls.completion, () => ({
    totals: aStarts(3, 1),
    before: { ...earlier, totals: aStarts(4, 0) },
    points: [{ day: '2030-01-02', totals: aStarts(3, 1) }],
    computedAt,
  }));
  server.on(boardFigureCalls.online, () => ({
    totals: noOnline,
    before: { ...earlier, totals: noOnline },
    points: [],
    computedAt,
  }));
  server.on(boardFigureCalls.battery, () => ({ hours: [], computedAt }));
  server.on(boardFigureCalls.electricity, () => ({ days: [], computedAt }));
  server.on(boardFigureCalls.changes, () => ({
    value: 1200,
    before: 1000,
    parts: [
      { key: 's1', name: 'North mall', value: 900, before: 600, difference: 300 },
      { key: '', name: null, value: 300, before: 400, difference: -100 },
    ],
    others: { parts: 0, difference: 0 },
    computedAt,
  }));
  server.on(boardKindCalls.kinds, () => ({ kinds: [], computedAt }));
  server.on(boardLayoutCalls.current, () => layout);
  server.on(siteTargetCalls.combined, () => ({
    sites: 0,
    days: 31,
    areaM2PerWeek: noTarget,
    areaM2: noTarget,
    coverage: noTarget,
    completion: noTarget,
    onlineRate: noTarget,
  }));
  server.on(
    siteTargetCalls.savings,
    () =>
      ({
        sites: 0,
        reports: 0,
        hours: null,
        wages: [],
        waterL: null,
        energyWh: null,
        co2Kg: null,
        assumptions: [],
      }) as never,
  );
  return server;
}

test('a figure shows its value and change, and an unknown one is a dash', async () => {
  world();
  renderPage(<DataBoardPage />, address);
  const figures = within(await screen.findByLabelText('Key figures'));
  const area = (await figures.findByText('Cleaned')).closest('button')!;
  expect(area.textContent).toContain('1,200 m²');
  expect(area.textContent).toContain('+20%');
  expect(figures.getByText('Completion rate').closest('button')!.textContent).toContain('75');
  expect(figures.getByText('Online rate').closest('button')!.textContent).toContain('—');
});

test('a figure opens its formula, the parts of its change with their sum, and its reports', async () => {
  world();
  renderPage(<DataBoardPage />, address);
  await userEvent.click((await screen.findByText('Cleaned')).closest('button')!);
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByText('North mall')).closest('tr')!.textContent).toContain('+300');
  expect(dialog.getByText('Without a site').closest('tr')!.textContent).toContain('−100');
  expect(dialog.getByText('In all').closest('tr')!.textContent).toContain('+200');
  expect(dialog.getByText(/every cell once/)).toBeTruthy();
  expect(dialog.getByText('Open the reports behind it').closest('a')!.getAttribute('href')).toMatch(
    /^\/dataManage\/history\?from=2030-01-01/,
  );
});

test('a folded block reads nothing and stays folded', async () => {
  const server = world();
  const { unmount } = renderPage(<DataBoardPage />, address);
  await userEvent.click(await screen.findByLabelText('Collapse “Robot ranking”'));
  unmount();
  const before = server.sentTo(statisticsCalls.ranking).length;
  renderPage(<DataBoardPage />, address);
  expect(await screen.findByLabelText('Expand “Robot ranking”')).toBeTruthy();
  expect(server.sentTo(statisticsCalls.ranking)).toHaveLength(before);
  await userEvent.click(screen.getByLabelText('Expand “Robot ranking”'));
  await waitFor(() => expect(server.sentTo(statisticsCalls.ranking).length).toBeGreaterThan(before));
});

test('figures that cannot be renewed stay, with their age', async () => {
  const server = world();
  const { client } = renderPage(<DataBoardPage />, address);
  expect(await screen.findByText(/3 of 4 planned starts done/)).toBeTruthy();
  server.on(boardFigureCalls.completion, () => {
    throw new Refused('databaseAway');
  });
  await client.refetchQueries({ queryKey: [boardFigureCalls.completion.family] });
  expect(await screen.findByText(/could not be refreshed/)).toBeTruthy();
  expect(screen.getByText(/3 of 4 planned starts done/)).toBeTruthy();
});

test('an administrator of a company with its own view arranges it, and nothing is sent before it is saved', async () => {
  const server = world({
    ...standard,
    version: 3,
    blocks: [
      { block: 'area', width: 2, siteName: null },
      { block: 'battery', width: 1, siteName: null },
    ],
  });
  server.on(boardLayoutCalls.save, ({ blocks }) => ({
    ...standard,
    version: 4,
    blocks: blocks.map((block) => ({ ...block, siteName: null })),
  }));
  renderPage(<DataBoardPage />, address, aPerson({ companyFeature: 1 }));
  expect(await screen.findByText('Enterprise overview')).toBeTruthy();
  await userEvent.click(await screen.findByText('Arrange the view'));
  await userEvent.click(screen.getByLabelText('Move “Cleaned area” back'));
  await userEvent.click(screen.getByLabelText(/^Remove “Cleaned area”/));
  expect(server.sentTo(boardLayoutCalls.save)).toHaveLength(0);
  await userEvent.click(screen.getByText('Save for the company'));
  await waitFor(() =>
    expect(server.sentTo(boardLayoutCalls.save)).toEqual([
      { version: 3, blocks: [{ block: 'battery', width: 1 }] },
    ]),
  );
});

test('each chart of the standard view reads as a table with its title, steps and values', async () => {
  const server = world();
  server.on(boardFigureCalls.online, () => ({
    totals: { onlineS: 9, sleepS: 0, boundS: 10, rate: 0.9 },
    before: { ...earlier, totals: noOnline },
    points: [{ day: '2030-01-02', totals: { onlineS: 9, sleepS: 0, boundS: 10, rate: 0.9 } }],
    computedAt,
  }));
  const band = { low: 10, median: 25, high: 40 };
  server.on(boardFigureCalls.battery, () => ({
    hours: [{ at: '2030-01-31T08:00:00.000Z', robots: 3, used: band, taken: band }],
    computedAt,
  }));
  server.on(boardFigureCalls.electricity, () => ({
    days: [
      { day: '2030-01-30', energyWh: 1500, known: 1, reports: 2 },
      { day: '2030-01-31', energyWh: null, known: 0, reports: 1 },
    ],
    computedAt,
  }));
  renderPage(<DataBoardPage />, address);
  const tables = await waitFor(() => {
    const found = screen.getAllByRole('table');
    expect(found).toHaveLength(7);
    return found;
  });
  expect(document.querySelectorAll('.sl-chart')).toHaveLength(tables.length);
  const captions = tables.map((table) => within(table).getByRole('caption').textContent);
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  for (const caption of captions)
    expect(
      titles.some((title) => title.startsWith(caption)),
      caption,
    ).toBe(true);
  for (const table of tables) {
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(within(row).getByRole('rowheader').textContent).not.toBe('');
    expect(
      within(table)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).not.toContain('');
  }
  const cells = tables.flatMap((table) => within(table).getAllByRole('cell'));
  const values = cells.map(({ textContent }) => textContent);
  expect(values).toEqual(expect.arrayContaining(['1,200 m²', '25%', '90%', '1.5 kWh', '—']));
});
