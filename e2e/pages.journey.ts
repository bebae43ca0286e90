import { AxeBuilder } from '@axe-core/playwright';
import {
  deviceCalls,
  langs,
  mapCalls,
  reportCalls,
  runCalls,
  taskCalls,
  type Lang,
} from '@sweepline/contract';
import { expect, test, type Page } from '@playwright/test';
import { signIn, told } from './session.ts';

/** Every page a person can open, with a real record where it shows one. */
async function everyPage(page: Page): Promise<string[]> {
  const [device] = (await told(page, deviceCalls.list, {})).list;
  const [map] = (await told(page, mapCalls.list, {})).list;
  const [task] = (await told(page, taskCalls.list, {})).list;
  const [report] = (await told(page, reportCalls.list, {})).list;
  const [run] = (await told(page, runCalls.list, {})).list;
  return [
    '/welcome/index',
    '/deviceManage/list',
    `/device/detail?id=${device!.id}`,
    '/dataManage/mapList',
    `/dataManage/mapDetail?id=${map!.id}`,
    `/dataManage/editMap?id=${map!.id}`,
    '/dataManage/importMap',
    '/dataManage/taskList',
    '/dataManage/taskDetail?new=1',
    `/dataManage/taskDetail?id=${task!.id}`,
    `/dataManage/taskDetail?run=${run!.id}`,
    '/dataManage/singleTask',
    '/dataManage/history',
    `/dataManage/historyDetail?id=${report!.id}`,
    '/logManage/deadLetters',
    '/401',
    '/403',
    '/404',
  ];
}

const settled = async (page: Page, address: string) => {
  await page.goto(address);
  await expect(page.locator('main, form').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
};

/** A key instead of its text, or a placeholder that nobody filled. */
const unfilled = /\{\{\w+\}\}|\b(?:undefined|NaN|\[object Object\])\b/;

/** Between them the six languages show every page in both themes and both widths; axe reads three of them. */
const looks: Record<Lang, { theme: 'light' | 'dark'; width: number; axe?: boolean }> = {
  en: { theme: 'light', width: 1440, axe: true },
  'zh-cn': { theme: 'dark', width: 1440, axe: true },
  'zh-cw': { theme: 'light', width: 390 },
  ja: { theme: 'dark', width: 390 },
  ko: { theme: 'light', width: 1440 },
  ge: { theme: 'light', width: 390, axe: true },
};

for (const lang of langs) {
  const { theme, width, axe } = looks[lang];
  test(`every page speaks ${lang}, ${theme} at ${width} px${axe ? ', and axe finds nothing serious' : ''}`, async ({
    page,
  }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/login');
    if (axe) faults.push(...(await serious(page, '/login')));
    await signIn(page, 'admin', lang);
    const shown = new Set<string>();
    for (const address of await everyPage(page)) {
      await settled(page, address);
      const text = await page.locator('body').innerText();
      expect(text, address).not.toMatch(unfilled);
      shown.add(text);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) faults.push(`${address} is ${over} px too wide`);
      if (axe) faults.push(...(await serious(page, address)));
    }
    expect(shown.size).toBeGreaterThan(14);
    expect(faults).toEqual([]);
  });
}

async function serious(page: Page, address: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${address}: ${id} at ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
    );
}
