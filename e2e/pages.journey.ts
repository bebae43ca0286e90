import { AxeBuilder } from '@axe-core/playwright';
import { deviceCalls, langs, mapCalls, reportCalls, runCalls, taskCalls } from '@sweepline/contract';
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

for (const lang of langs) {
  test(`every page speaks ${lang}`, async ({ page }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await signIn(page, 'admin', lang);
    const shown = new Set<string>();
    for (const address of await everyPage(page)) {
      await settled(page, address);
      const text = await page.locator('body').innerText();
      expect(text, address).not.toMatch(unfilled);
      shown.add(text);
    }
    expect(shown.size).toBeGreaterThan(14);
    expect(faults).toEqual([]);
  });
}

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const) {
  test(`axe finds nothing serious on any page, ${theme} at ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/login');
    const found = [...(await serious(page, '/login'))];
    await signIn(page, 'admin');
    for (const address of await everyPage(page)) {
      await settled(page, address);
      found.push(...(await serious(page, address)));
    }
    expect(found).toEqual([]);
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

test('no page is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin', 'ge');
  for (const address of await everyPage(page)) {
    await settled(page, address);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, address).toBeLessThanOrEqual(0);
  }
});
