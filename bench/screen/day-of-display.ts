import { setTimeout as pause } from 'node:timers/promises';
import { screenCalls, urlOf, type ScreenView } from '@sweepline/contract';
import type { Browser, Page } from '@playwright/test';

/** Timers of the page run so many times as fast. */
const speed = 300;
/** A display asks every ten seconds. */
const asksPerHour = 360;
const sceneSeconds = 15;

export interface DisplayDay {
  asks: number;
  turns: number;
  /** Bytes of the heap after each hour, garbage collected. */
  heap: number[];
  /** Elements and listeners of the page after each hour. */
  nodes: number[];
  listeners: number[];
}

/**
 * A display of `hours` with timers that run faster, as many asks and turns of scenes as in that time, and another answer each time. The
 * answers are made from one of the server, which would refuse more than 60 asks a minute.
 */
export async function dayOfDisplay(browser: Browser, link: string, hours: number): Promise<DisplayDay> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  await page.addInitScript((factor) => {
    const [timeout, interval] = [setTimeout, setInterval];
    const faster =
      (set: typeof setTimeout | typeof setInterval) =>
      (work: () => void, ms = 0, ...rest: unknown[]) =>
        set(work, ms / factor, ...rest);
    Object.assign(globalThis, { setTimeout: faster(timeout), setInterval: faster(interval) });
  }, speed);
  let asks = 0;
  let first: ScreenView | undefined;
  await page.route(`**${urlOf(screenCalls.look)}`, async (route) => {
    if (!first) {
      const answer = (await (await route.fetch()).json()) as { data: ScreenView };
      first = answer.data;
    }
    asks += 1;
    await route.fulfill({ json: { code: 200, msg: '', data: changed(first, asks) } });
  });
  await page.goto(link);
  await page.waitForSelector('.large-scene:not(.large-notice)');
  await countTurns(page);
  const samples: Omit<DisplayDay, 'asks' | 'turns'> = { heap: [], nodes: [], listeners: [] };
  for (let hour = 1; hour <= hours; hour++) {
    while (asks < hour * asksPerHour) await pause(50);
    const { heap, nodes, listeners } = await collected(page);
    samples.heap.push(heap);
    samples.nodes.push(nodes);
    samples.listeners.push(listeners);
  }
  const turns = await page.evaluate(() => Number(document.documentElement.dataset['turns']));
  await context.close();
  return { asks, turns, ...samples };
}

/** The answer with other figures, progress, states and times. */
function changed(view: ScreenView, n: number): ScreenView {
  const at = new Date(Date.parse(view.at) + n * 10_000).toISOString();
  return {
    ...view,
    at,
    scenes: view.scenes.map((scene) => ({ ...scene, seconds: sceneSeconds })),
    figures: view.figures && { ...view.figures, now: { runs: n % 400, cleanedM2: n } },
    places: view.places && {
      ...view.places,
      list: view.places.list.map((place, index) => ({ ...place, working: (n + index) % 3 })),
    },
    runs: view.runs && {
      ...view.runs,
      list: view.runs.list.map((run, index) => ({
        ...run,
        id: `${n % 50}:${index}`,
        progress: (n % 100) / 100,
      })),
    },
    alarms:
      view.alarms && view.alarms.map((alarm, index) => ({ ...alarm, id: `${n}:${index}`, raisedAt: at })),
    week: view.week && view.week.map((day) => ({ ...day, cleanedM2: day.cleanedM2 + n })),
  };
}

/** Counts the scenes that were put on the page. */
const countTurns = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.dataset['turns'] = '0';
    new MutationObserver((changes) => {
      const scenes = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const added = scenes.filter(
        (node) => node instanceof HTMLElement && node.matches('.large-scene'),
      ).length;
      root.dataset['turns'] = String(Number(root.dataset['turns']) + added);
    }).observe(document.body, { childList: true, subtree: true });
  });

async function collected(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  // A second collection frees what finalisers of the first let go.
  for (let time = 0; time < 2; time++) await devTools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devTools.send('Performance.getMetrics');
  await devTools.detach();
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: valueOf('JSHeapUsedSize'), nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') };
}
