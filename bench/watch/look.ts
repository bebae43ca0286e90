import { pages } from '@sweepline/contract';
import type { Page } from '@playwright/test';

/** Smaller frames are control messages of the socket; device changes are larger. */
const smallTalk = 200;

export interface Seen {
  /** Milliseconds between frames, 95th percentile. */
  frameP95: number;
  /** The longest blocking task in milliseconds; 0 when none exceeded 50. */
  longestTask: number;
  /** Bytes received on the socket. */
  receivedBytes: number;
}

/** Waits for the first push to the page; without pushes the bench would measure an idle page. */
export async function firstPush(page: Page, patienceMs: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const over = AbortSignal.timeout(patienceMs);
  await new Promise<void>((done, fail) => {
    over.addEventListener('abort', () => fail(new Error('nothing was pushed to the page')));
    devTools.on('Network.webSocketFrameReceived', ({ response }) => {
      if (response.payloadData.length > smallTalk) done();
    });
  });
  await devTools.detach();
}

/** Records frames, long tasks and received bytes of a page for some time. */
export async function look(page: Page, forMs: number): Promise<Seen> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  let receivedBytes = 0;
  devTools.on(
    'Network.webSocketFrameReceived',
    ({ response }) => (receivedBytes += response.payloadData.length),
  );
  const sample = await page.evaluate(
    (ms) =>
      new Promise<{ frames: number[]; longest: number }>((done) => {
        const frames: number[] = [];
        let longest = 0;
        const tasks = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        });
        tasks.observe({ type: 'longtask' });
        const end = performance.now() + ms;
        let last = performance.now();
        const next = (at: number) => {
          frames.push(at - last);
          last = at;
          if (at < end) return requestAnimationFrame(next);
          tasks.disconnect();
          done({ frames, longest });
        };
        requestAnimationFrame(next);
      }),
    forMs,
  );
  await devTools.detach();
  const sorted = sample.frames.slice(1).toSorted((a, b) => a - b);
  return {
    frameP95: sorted[Math.floor(sorted.length * 0.95)] ?? NaN,
    longestTask: sample.longest,
    receivedBytes,
  };
}

/** Signs in and waits for the list. */
export async function signIn(page: Page, url: string, password: string): Promise<void> {
  await page.goto(
    `${url}/login?back=${encodeURIComponent(pages.devices({ pageSize: 50, keyword: 'J30C' }))}`,
  );
  await page.fill('[name=username]', 'admin');
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
  await page.waitForSelector('.sl-table tbody tr');
}
