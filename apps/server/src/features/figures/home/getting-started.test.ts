import { gettingStartedCalls, permissions, startSteps } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { detail, hide } = gettingStartedCalls;
const { mallAdmin, otherAdmin, superAdmin, reader } = people;
const server = testServer();

const read = (person = mallAdmin) => server.ok(detail, person, {});
const doneOf = async (person = mallAdmin) =>
  (await read(person)).steps.filter(({ isDone }) => isDone).map(({ step }) => step);

test('a step is done once what it asks for exists, and only in the sight of its company', async () => {
  const before = await doneOf();
  expect(before).not.toContain('task');
  const device = await server.aDevice({});
  await server.aTask({ deviceId: device.id });
  expect(await doneOf()).toEqual(expect.arrayContaining(['robot', 'task']));
  expect(await doneOf(otherAdmin)).not.toContain('task');
});

test('the super admin has every step, others only those that they are allowed to do', async () => {
  const stepsOf = async (person: typeof mallAdmin) => (await read(person)).steps.map(({ step }) => step);
  expect(await stepsOf(superAdmin)).toEqual(startSteps);
  expect(await stepsOf(mallAdmin)).not.toContain('backup');
  expect(await stepsOf(reader)).toEqual([]);
});

test('an account that may only plan has only that step', async () => {
  const planner = await server.anAccount({ permissionCodes: [permissions.taskList, permissions.taskCreate] });
  expect((await read(planner)).steps.map(({ step }) => step)).toEqual(['task']);
});

test('the list is hidden for the account that hid it, and shown again', async () => {
  await server.ok(hide, mallAdmin, { isHidden: true });
  await server.ok(hide, mallAdmin, { isHidden: true });
  expect((await read()).isHidden).toBe(true);
  expect((await read(superAdmin)).isHidden).toBe(false);
  await server.ok(hide, mallAdmin, { isHidden: false });
  expect((await read()).isHidden).toBe(false);
});
