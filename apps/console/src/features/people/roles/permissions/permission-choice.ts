import {
  everything,
  flatten,
  grants,
  isCode,
  kindOfCode,
  outerTree,
  permissionTree,
  withAncestors,
  type AccountSide,
  type PermissionNode,
} from '@sweepline/contract';

export type Codes = ReadonlySet<string>;

/** The codes of a subtree without menus, which grant nothing. */
const codesOf = (node: PermissionNode): string[] =>
  flatten([node]).filter((code) => kindOfCode(code) !== 'menu');

export const countIn = (node: PermissionNode, chosen: Codes) => {
  const codes = codesOf(node);
  return { chosen: codes.filter((code) => grants(chosen, code)).length, total: codes.length };
};

export type Choice = 'all' | 'some' | 'none';

/** Whether all, some or no codes of a subtree are chosen. */
export function choiceOf(node: PermissionNode, chosen: Codes): Choice {
  const count = countIn(node, chosen);
  if (count.chosen === 0) return 'none';
  return count.chosen === count.total ? 'all' : 'some';
}

const dropEmptyMenus = (codes: Set<string>, granted: Codes) => {
  const visit = (node: PermissionNode): boolean => {
    const hasPages = node.childNodes.map(visit).some(Boolean);
    const menu = kindOfCode(node.code) === 'menu';
    if (menu && !hasPages && grants(granted, node.code)) codes.delete(node.code);
    return hasPages || (!menu && codes.has(node.code));
  };
  permissionTree.forEach(visit);
  return codes;
};

const normalized = (codes: Set<string>, granted: Codes): Codes =>
  new Set(withAncestors(dropEmptyMenus(codes, granted), granted));

const isPageWithActions = (node: PermissionNode) =>
  kindOfCode(node.code) === 'page' && node.childNodes.some(({ code }) => kindOfCode(code) === 'action');

/**
 * Toggles a node of the tree. Codes outside `granted` do not change. For a page with actions the first toggle adds the
 * page, the second adds all its actions, and the third removes both.
 */
export function toggle(node: PermissionNode, chosen: Codes, granted: Codes): Codes {
  const own = flatten([node]).filter((code) => grants(granted, code));
  const counted = own.filter((code) => kindOfCode(code) !== 'menu');
  const next = new Set(chosen);
  if (isPageWithActions(node) && grants(granted, node.code) && counted.every((code) => !chosen.has(code))) {
    return normalized(next.add(node.code), granted);
  }
  if (counted.some((code) => !chosen.has(code))) own.forEach((code) => next.add(code));
  else own.forEach((code) => next.delete(code));
  return normalized(next, granted);
}

/** Whether the account may change anything in a subtree: at least one code of it must be granted. */
export const isOpen = (node: PermissionNode, granted: Codes): boolean =>
  codesOf(node).some((code) => grants(granted, code));

export interface Difference {
  added: string[];
  removed: string[];
}

/** The codes added and removed since the last save, in the order of the tree, without menus. */
export function differenceOf(before: Codes, after: Codes): Difference {
  const counts = (code: string) => code === everything || !isCode(code) || kindOfCode(code) !== 'menu';
  const missing = (from: Codes, others: Codes) =>
    withAncestors([...from], new Set()).filter((code) => from.has(code) && !others.has(code) && counts(code));
  return { added: missing(after, before), removed: missing(before, after) };
}

/** The permission tree of a side. For other companies it has no internal pages. */
export const treeOf = (side: AccountSide): readonly PermissionNode[] =>
  side === 'INTERNAL' ? permissionTree : outerTree();

/** The tree reduced to the nodes that match a search, with their ancestors and descendants. */
export function filterTree(
  text: string,
  nameOf: (code: string) => string,
  tree: readonly PermissionNode[] = permissionTree,
): readonly PermissionNode[] {
  const query = text.trim().toLocaleLowerCase();
  if (query === '') return tree;
  const matches = (code: string) =>
    nameOf(code).toLocaleLowerCase().includes(query) || code.toLocaleLowerCase() === query;
  const keep = (branch: readonly PermissionNode[]): PermissionNode[] =>
    branch.flatMap((node) => {
      if (matches(node.code)) return [node];
      const childNodes = keep(node.childNodes);
      return childNodes.length > 0 ? [{ ...node, childNodes }] : [];
    });
  return keep(tree);
}
