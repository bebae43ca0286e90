import type { Page } from '@playwright/test';

/** Below this a word of the socket's own; a list of robots takes more. */
const smallTalk = 200;

export interface Seen {
  /** Milliseconds between frames, 95th percentile. */
  frameP95: number;
  /** The longest time the page could not answer, milliseconds; 0 when it never took more than 50. */
  longestTask: number;
  /** Bytes the socket brought. */
  heard: number;
}

/** Waits until something was pushed to the page: a page nobody tells anything is quiet, and measures nothing. */
export async function firstPush(page: Page, patienceMs: number): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const over = AbortSignal.timeout(patienceMs);
  await new Promise<void>((done, fail) => {
    over.addEventListener('abort', () => fail(new Error('nothing was pushed to the page')));
    line.on('Network.webSocketFrameReceived', ({ response }) => {
      if (response.payloadData.length > smallTalk) done();
    });
  });
  await line.detach();
}

/** Watches a page for a while: its frames, its long tasks, and what is pushed to it. */
export async function look(page: Page, forMs: number): Promise<Seen> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  let heard = 0;
  line.on('Network.webSocketFrameReceived', ({ response }) => (heard += response.payloadData.length));
  const seen = await page.evaluate(
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
  await line.detach();
  const sorted = seen.frames.slice(1).toSorted((a, b) => a - b);
  return { frameP95: sorted[Math.floor(sorted.length * 0.95)] ?? NaN, longestTask: seen.longest, heard };
}

/** Signs in and waits for the list. */
export async function signIn(page: Page, url: string, password: string): Promise<void> {
  await page.goto(`${url}/login?back=${encodeURIComponent('/deviceManage/list?pageSize=50&keyword=J30C')}`);
  await page.fill('[name=username]', 'admin');
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
  await page.waitForSelector('.sl-table tbody tr');
}
