import { alarmCalls, pages } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import texts from '../../apps/console/src/features/alarms/alarms/texts/ge.json' with { type: 'json' };
import escalation from '../../apps/console/src/features/alarms/escalation/texts/ge.json' with { type: 'json' };
import delivery from '../../apps/console/src/shared/delivery/texts/ge.json' with { type: 'json' };
import timeline from '../../apps/console/src/shared/timeline/texts/ge.json' with { type: 'json' };
import words from '../../apps/console/src/shared/words/texts/ge.json' with { type: 'json' };
import { openMailbox } from '../../apps/server/src/test-kit/mailbox.ts';
import { choose } from '../choose.ts';
import { callData, signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

// A phone at night.
test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

const code = '20110';
const policy = 'Nachts';
const minuteMs = 60_000;
/** It stands for longer than a journey lasts. */
const fault = `${code}@5s*1/1h`;

/** Creates a policy with one step that reaches the technical support after a minute, and gives it to the code. */
async function escalate(page: Page) {
  await page.goto(pages.escalation());
  await page.getByRole('button', { name: escalation.add }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(escalation.name).fill(policy);
  await dialog.getByRole('button', { name: escalation.addStep }).click();
  await dialog.getByLabel(escalation.afterMinutes).fill('1');
  await choose(dialog.getByLabel(escalation.receivers), delivery.targets.FAE);
  await page.keyboard.press('Escape');
  await dialog.getByLabel(delivery.channels.MAIL).check();
  await dialog.getByRole('button', { name: escalation.save }).click();
  await expect(page.getByText(policy, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: escalation.codes }).click();
  await choose(dialog.getByLabel(escalation.code), code);
  await choose(dialog.getByLabel(escalation.policy, { exact: true }), policy);
  await dialog.getByRole('button', { name: escalation.save }).click();
  await expect(dialog).toHaveCount(0);
}

const alarmOf = async (page: Page, deviceId: string) =>
  (await callData(page, alarmCalls.list, { deviceId, code: [code] })).list[0];

test('an alarm that is not acknowledged is mailed to the technical support, which finds it through the link and on the time axis', async ({
  page,
  browser,
  own,
}) => {
  test.skip(process.env['E2E_URL'] !== undefined, 'a product that runs already has a mail server of its own');
  // The shortest step takes a minute.
  const mailbox = await openMailbox(undefined, Number(process.env['E2E_SMTP_PORT']));
  try {
    const fae = await own.addFae('fae@sweepline.example');
    const { name, map } = await own.addFloor('mall');
    const robot = await own.registerRobot({ floor: { name, mapId: map.id }, speedup: 1 });
    await signIn(page, await own.addPerson(), 'ge');
    await escalate(page);

    robot.start('--fault', fault);
    await expect.poll(() => alarmOf(page, robot.device.id)).toBeTruthy();
    const alarm = (await alarmOf(page, robot.device.id))!;
    const mails = () => mailbox.received.filter(({ to }) => to === 'fae@sweepline.example');
    await expect.poll(() => mails().length).toBe(1);
    const [{ mail }] = mails() as [(typeof mailbox.received)[0]];
    expect(mail.subject).toContain(own.companyName);
    const link = new URL(/https?:\S+/.exec(mail.text ?? '')![0]);
    expect(link.pathname + link.search).toBe(pages.alarm({ id: alarm.id }));

    // The support opens the link on a phone and acknowledges the alarm.
    const support = await (await browser.newContext()).newPage();
    await signIn(support, fae, 'ge');
    await support.goto(link.pathname + link.search);
    await expect(support.getByText(texts.remedies[code], { exact: true })).toBeVisible();
    await expect(support.getByText(delivery.states.SENT).first()).toBeVisible();
    await support.getByRole('button', { name: texts.acts.acknowledge, exact: true }).click();
    await expect(support.getByText(texts.lifeStates.acknowledged, { exact: true })).toBeVisible();

    // The time axis shows the robot without the alarm before it was raised, and with it now.
    await support.goto(pages.monitorDetail({ id: robot.device.id, span: '1h' }));
    const moment = support.getByRole('region', { name: timeline.atCursor });
    const scrubber = support.getByRole('slider', { name: timeline.scrubber });
    await expect(moment).toContainText(words.alarm[code]);
    await scrubber.focus();
    await scrubber.press('Home');
    await expect(moment).toContainText(timeline.noAlarms);
    await scrubber.press('End');
    await expect(moment).toContainText(words.alarm[code]);
    const { x, y, width, height } = (await scrubber.boundingBox())!;
    await support.mouse.move(x + width - 2, y + height / 2);
    await support.mouse.down();
    await support.mouse.move(x + width / 4, y + height / 2, { steps: 8 });
    await support.mouse.up();
    await expect(moment).toContainText(timeline.noAlarms);
    await scrubber.press('End');
    await expect(moment).toContainText(words.alarm[code]);
    await support.context().close();
  } finally {
    await mailbox.close();
  }
});

test('an alarm whose shelf ends by time is not acknowledged again', async ({ page, browser, own }) => {
  const { name, map } = await own.addFloor('mall');
  const robot = await own.registerRobot({ floor: { name, mapId: map.id }, speedup: 1 });
  const person = await own.addPerson();
  const other = await own.addPerson();
  // The shortest shelf of the dialog is two hours. In a browser whose clock is behind, it ends within half a minute.
  const late = await (await browser.newContext()).newPage();
  await late.clock.install({ time: Date.now() - 120 * minuteMs + 30_000 });
  robot.start('--fault', fault);
  await signIn(page, other, 'ge');
  await expect.poll(() => alarmOf(page, robot.device.id)).toBeTruthy();
  const { id } = (await alarmOf(page, robot.device.id))!;
  await page.goto(pages.alarm({ id }));
  await expect(page.getByText(texts.lifeStates.new, { exact: true })).toBeVisible();

  await signIn(late, person, 'ge');
  await late.clock.setSystemTime(Date.now() - 120 * minuteMs + 20_000);
  await late.goto(pages.alarm({ id }));
  // On a phone the rarer acts are behind the three dots.
  await late.locator('.alarm-more').getByRole('button').click();
  await late.getByRole('menuitem', { name: texts.acts.shelve, exact: true }).click();
  const dialog = late.getByRole('dialog');
  await choose(dialog.getByLabel(texts.shelfFor), texts.shelfHours.replace('{{count}}', '2'));
  await dialog.getByLabel(texts.reason).fill('Bürste ist bestellt');
  await dialog.getByRole('button', { name: texts.acts.shelve, exact: true }).click();
  await expect(page.getByText(texts.lifeStates.shelved, { exact: true })).toBeVisible();

  // The page follows the end of the shelf by itself.
  await expect(page.getByText(texts.lifeStates.new, { exact: true })).toBeVisible();
  const alarm = (await alarmOf(page, robot.device.id))!;
  expect(alarm).toMatchObject({ id, acknowledged: null, shelved: null });
  await late.context().close();
});
