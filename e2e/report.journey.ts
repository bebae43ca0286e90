import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { reportCalls, reportDocumentCalls, pages } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import reports from '../apps/console/src/features/work/reports/texts/en.json' with { type: 'json' };
import paper from '../apps/server/src/features/work/reports/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { signIn, callData } from './session.ts';

/** The latest demo report with a coverage picture. */
async function reportWithPicture(page: Page) {
  const { list } = await callData(page, reportCalls.list, { pageSize: 50, flagged: false });
  for (const { id } of list) {
    const report = await callData(page, reportCalls.detail, { id });
    if (report.coverage && report.ground) return report;
  }
  throw new Error('no report of the demo has a picture of its passes');
}

/** Downloads the PDF and returns its bytes. */
async function savedPdf(page: Page): Promise<Uint8Array> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: reports.pdf, exact: true }).click();
  return new Uint8Array(await readFile(await (await saving).path()));
}

/** Renders the first page in the browser and returns its number of colours. */
async function coloursOfFirstPage(page: Page, pdf: Uint8Array): Promise<number> {
  const library = await readFile(
    join(dirname(createRequire(import.meta.url).resolve('unpdf')), 'pdfjs.mjs'),
    'utf8',
  );
  const blank = await page.context().browser()!.newPage();
  await blank.route('**/*', (route) =>
    route.fulfill(
      route.request().url().endsWith('pdfjs.mjs')
        ? { contentType: 'text/javascript', body: library }
        : { contentType: 'text/html', body: '<!doctype html><title>page</title>' },
    ),
  );
  await blank.goto('http://pdf.localhost/');
  const colours = await blank.evaluate(async (bytes) => {
    const address = '/pdfjs.mjs';
    const { getDocument } = (await import(address)) as {
      getDocument: (source: object) => { promise: Promise<{ getPage: (n: number) => Promise<never> }> };
    };
    const { promise } = getDocument({ data: Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)) });
    const first = (await (await promise).getPage(1)) as {
      getViewport: (options: object) => { width: number; height: number };
      render: (options: object) => { promise: Promise<void> };
    };
    const viewport = first.getViewport({ scale: 1 });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [viewport.width, viewport.height];
    const canvasContext = canvas.getContext('2d')!;
    await first.render({ canvasContext, canvas, viewport }).promise;
    const { data } = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, Buffer.from(pdf).toString('base64'));
  await blank.close();
  return colours;
}

const wordsOf = async (pdf: Uint8Array) => {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
};

test('a report can be replayed, saved as PDF and shared by a link that can be revoked', async ({
  page,
  browser,
  own,
}) => {
  await signIn(page, await own.addPersonOf('mall'));
  const report = await reportWithPicture(page);
  const { sha256 } = await callData(page, reportDocumentCalls.record, { id: report.id });
  await page.goto(pages.report({ id: report.id }));
  await expect(page.getByText(reports.muchQuestion)).toBeVisible();

  // Replays by button and by keyboard.
  const slider = page.getByRole('slider', { name: reports.moment });
  await expect(slider).toBeVisible();
  const endValue = Number(await slider.inputValue());
  await page.getByRole('button', { name: reports.play, exact: true }).click();
  await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(endValue);
  await slider.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: reports.play, exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  expect(Number(await slider.inputValue())).toBe(0);

  // The PDF has the title, serial number and hash, and its first page is not blank.
  const pdf = await savedPdf(page);
  const words = await wordsOf(pdf);
  expect(words).toContain(paper.title);
  expect(words).toContain(report.device.sn);
  expect(words.replaceAll(' ', '')).toContain(sha256);
  expect(await coloursOfFirstPage(page, pdf)).toBeGreaterThan(50);

  // The shared link works without an account.
  await page.getByRole('button', { name: reports.share, exact: true }).click();
  await page.getByLabel(reports.shareFor).fill('For the landlord');
  await page.getByRole('button', { name: reports.makeLink }).click();
  const link = await page.getByRole('textbox', { name: reports.copyLink }).inputValue();
  const visitor = await browser.newContext({ acceptDownloads: true });
  const visit = await visitor.newPage();
  await visit.addInitScript(() => localStorage.setItem('lang', 'en'));
  await visit.goto(link);
  await expect(visit.getByRole('heading', { name: report.name })).toBeVisible();
  await expect(visit.getByRole('slider', { name: reports.moment })).toBeVisible();
  await expect(visit.getByRole('button', { name: reports.share, exact: true })).toHaveCount(0);
  expect((await wordsOf(await savedPdf(visit))).replaceAll(' ', '')).toContain(sha256);

  // After the revocation the link is refused.
  await page.getByRole('button', { name: reports.revoke, exact: true }).first().click();
  await expect(page.getByText(reports.shareState.REVOKED).first()).toBeVisible();
  await visit.reload();
  await expect(visit.getByText('This link is no longer valid', { exact: false })).toBeVisible();
  await expect(visit.getByRole('heading', { name: report.name })).toHaveCount(0);
  await visitor.close();
});
