import { permissions, permissionTree, type PermissionNode } from '@sweepline/contract';
import { expect, test } from 'vitest';
import {
  choiceOf,
  countIn,
  differenceOf,
  filterTree,
  isOpen,
  toggle,
  type Codes,
} from './permission-choice.ts';

const { deviceCentre, deviceList, deviceCreate, deviceUpdate, deviceDelete, deviceOperate, sites } =
  permissions;
const everythingGranted: Codes = new Set(['*']);

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
const toggleCode = (code: string, chosen: Iterable<string> = [], granted: Codes = everythingGranted) =>
  toggle(nodeOf(code), new Set(chosen), granted);

test('toggling a page adds first the page, then all its actions, and then removes both', () => {
  const pageOnly = toggleCode(deviceList);
  expect([...pageOnly]).toEqual([deviceCentre, deviceList]);
  const all = toggleCode(deviceList, pageOnly);
  expect(all).toContain(deviceOperate);
  expect(choiceOf(nodeOf(deviceList), all)).toBe('all');
  expect([...toggleCode(deviceList, all)]).toEqual([]);
});

test('an action adds its page and menu, and the menu is removed with its last page', () => {
  const chosen = toggleCode(deviceOperate);
  expect([...chosen]).toEqual([deviceCentre, deviceList, deviceOperate]);
  expect([...toggleCode(deviceOperate, chosen)]).toEqual([deviceCentre, deviceList]);
  // Three toggles: the page, all its actions, nothing.
  expect([...toggleCode(sites, toggleCode(sites, toggleCode(sites)))]).toEqual([]);
});

test('a menu toggles all its pages and is not counted itself', () => {
  const all = toggleCode(deviceCentre);
  const { chosen, total } = countIn(nodeOf(deviceCentre), all);
  expect([chosen, choiceOf(nodeOf(deviceCentre), all)]).toEqual([total, 'all']);
  expect(choiceOf(nodeOf(deviceCentre), toggleCode(sites))).toBe('some');
  expect([...toggleCode(deviceCentre, all)]).toEqual([]);
});

test('permissions that the account lacks do not change', () => {
  const granted = new Set([deviceCentre, deviceList, deviceCreate]);
  const before = [deviceCentre, deviceList, deviceDelete];
  const more = toggleCode(deviceList, before, granted);
  expect([...more]).toEqual([deviceCentre, deviceList, deviceCreate, deviceDelete]);
  // The page stays while it has an action that the account may not remove.
  expect([...toggleCode(deviceList, more, granted)]).toEqual([deviceCentre, deviceList, deviceDelete]);
  expect(isOpen(nodeOf(sites), granted)).toBe(false);
  expect(isOpen(nodeOf(deviceCentre), granted)).toBe(true);
});

test('the difference lists added and removed codes without menus', () => {
  const difference = differenceOf(
    new Set([deviceCentre, deviceList]),
    new Set([deviceUpdate, deviceCreate, '*']),
  );
  expect(difference).toEqual({ added: [deviceCreate, deviceUpdate, '*'], removed: [deviceList] });
});

test('a search keeps the ancestors and the descendants of a match', () => {
  const nameOf = (code: string) => (code === deviceList ? 'Robots' : code === deviceCreate ? 'Add' : 'x');
  const [centre] = filterTree('robot', nameOf);
  expect(centre?.childNodes.map(({ code }) => code)).toEqual([deviceList]);
  expect(centre?.childNodes[0]?.childNodes.length).toBeGreaterThan(3);
  const [branch] = filterTree('add', nameOf);
  expect(branch?.childNodes[0]?.childNodes.map(({ code }) => code)).toEqual([deviceCreate]);
  expect(filterTree(deviceOperate.toLowerCase(), nameOf)).toHaveLength(1);
  expect(filterTree('nothing of the kind', nameOf)).toEqual([]);
  expect(filterTree('  ', nameOf)).toBe(permissionTree);
});
