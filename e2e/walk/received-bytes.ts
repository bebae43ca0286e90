import type { Page } from '@playwright/test';

/** Counts what a page receives from now on, compressed and with headers. Returns the function that tells the bytes so far. */
export async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
}
