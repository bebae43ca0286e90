import { permissions, permissionTree, type PermissionNode } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { choiceOf, countIn, differenceOf, fitting, isOpen, press, type Codes } from './permission-choice.ts';

const { deviceCentre, deviceList, deviceCreate, deviceUpdate, deviceDelete, deviceOperate, sites } =
  permissions;
const everythingHeld: Codes = new Set(['*']);

const nodeOf = (code: string, branch: readonly PermissionNode[] = permissionTree): PermissionNode => {
  for (const node of branch) {
    if (node.code === code) return node;
    const below = node.childNodes.length > 0 ? tryNode(code, node.childNodes) : undefined;
    if (below) return below;
  }
  throw new Error(`no ${code}`);
};
const tryNode = (code: string, branch: readonly PermissionNode[]) => {
  try {
    return nodeOf(code, branch);
  } catch {
    return undefined;
  }
};
const pressed = (code: string, chosen: Iterable<string> = [], held: Codes = everythingHeld) =>
  press(nodeOf(code), new Set(chosen), held);

test('of a page the first press lets look, the second do everything, the third takes it away', () => {
  const look = pressed(deviceList);
  expect([...look]).toEqual([deviceCentre, deviceList]);
  const all = pressed(deviceList, look);
  expect(all).toContain(deviceOperate);
  expect(choiceOf(nodeOf(deviceList), all)).toBe('all');
  expect([...pressed(deviceList, all)]).toEqual([]);
});

test('an action brings its page and the menu; when the last page goes, the menu goes', () => {
  const chosen = pressed(deviceOperate);
  expect([...chosen]).toEqual([deviceCentre, deviceList, deviceOperate]);
  expect([...pressed(deviceOperate, chosen)]).toEqual([deviceCentre, deviceList]);
  // Looking, everything, nothing.
  expect([...pressed(sites, pressed(sites, pressed(sites)))]).toEqual([]);
});

test('a menu is chosen as a whole, and menus are not counted', () => {
  const all = pressed(deviceCentre);
  const { chosen, total } = countIn(nodeOf(deviceCentre), all);
  expect([chosen, choiceOf(nodeOf(deviceCentre), all)]).toEqual([total, 'all']);
  expect(choiceOf(nodeOf(deviceCentre), pressed(sites))).toBe('some');
  expect([...pressed(deviceCentre, all)]).toEqual([]);
});

test('what the person lacks stays as it is, chosen or not', () => {
  const held = new Set([deviceCentre, deviceList, deviceCreate]);
  const before = [deviceCentre, deviceList, deviceDelete];
  const more = pressed(deviceList, before, held);
  expect([...more]).toEqual([deviceCentre, deviceList, deviceCreate, deviceDelete]);
  // The page cannot go while an action stays that is not theirs to take away.
  expect([...pressed(deviceList, more, held)]).toEqual([deviceCentre, deviceList, deviceDelete]);
  expect(isOpen(nodeOf(sites), held)).toBe(false);
  expect(isOpen(nodeOf(deviceCentre), held)).toBe(true);
});

test('the difference names what was added and removed, and no menu', () => {
  const difference = differenceOf(
    new Set([deviceCentre, deviceList]),
    new Set([deviceUpdate, deviceCreate, '*']),
  );
  expect(difference).toEqual({ added: [deviceCreate, deviceUpdate, '*'], removed: [deviceList] });
});

test('a search keeps the way to what fits, and what lies below it', () => {
  const nameOf = (code: string) => (code === deviceList ? 'Robots' : code === deviceCreate ? 'Add' : 'x');
  const [centre] = fitting('robot', nameOf);
  expect(centre?.childNodes.map(({ code }) => code)).toEqual([deviceList]);
  expect(centre?.childNodes[0]?.childNodes.length).toBeGreaterThan(3);
  const [way] = fitting('add', nameOf);
  expect(way?.childNodes[0]?.childNodes.map(({ code }) => code)).toEqual([deviceCreate]);
  expect(fitting(deviceOperate.toLowerCase(), nameOf)).toHaveLength(1);
  expect(fitting('nothing of the kind', nameOf)).toEqual([]);
  expect(fitting('  ', nameOf)).toBe(permissionTree);
});
