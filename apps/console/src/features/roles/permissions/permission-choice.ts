import {
  everything,
  flatten,
  grants,
  isCode,
  kindOfCode,
  outerTree,
  permissionTree,
  withWays,
  type AccountSide,
  type PermissionNode,
} from '@sweepline/contract';

export type Codes = ReadonlySet<string>;

/** What counts in a part of the tree: menus open nothing, so they are not counted. */
const codesOf = (node: PermissionNode): string[] =>
  flatten([node]).filter((code) => kindOfCode(code) !== 'menu');

export const countIn = (node: PermissionNode, chosen: Codes) => {
  const codes = codesOf(node);
  return { chosen: codes.filter((code) => grants(chosen, code)).length, total: codes.length };
};

export type Choice = 'all' | 'some' | 'none';

/** How much of a part of the tree is chosen. */
export function choiceOf(node: PermissionNode, chosen: Codes): Choice {
  const count = countIn(node, chosen);
  if (count.chosen === 0) return 'none';
  return count.chosen === count.total ? 'all' : 'some';
}

const dropEmptyMenus = (codes: Set<string>, held: Codes) => {
  const visit = (node: PermissionNode): boolean => {
    const below = node.childNodes.map(visit).some(Boolean);
    const menu = kindOfCode(node.code) === 'menu';
    if (menu && !below && grants(held, node.code)) codes.delete(node.code);
    return below || (!menu && codes.has(node.code));
  };
  permissionTree.forEach(visit);
  return codes;
};

const settled = (codes: Set<string>, held: Codes): Codes =>
  new Set(withWays(dropEmptyMenus(codes, held), held));

const isPageWithActions = (node: PermissionNode) =>
  kindOfCode(node.code) === 'page' && node.childNodes.some(({ code }) => kindOfCode(code) === 'action');

/**
 * A press on the box of a part of the tree, by somebody who holds `held`: what they lack stays as it is. Of a page with actions
 * the first press lets look, the second lets do everything, the third takes all of it away.
 */
export function press(node: PermissionNode, chosen: Codes, held: Codes): Codes {
  const own = flatten([node]).filter((code) => grants(held, code));
  const counted = own.filter((code) => kindOfCode(code) !== 'menu');
  const next = new Set(chosen);
  if (isPageWithActions(node) && grants(held, node.code) && counted.every((code) => !chosen.has(code))) {
    return settled(next.add(node.code), held);
  }
  if (counted.some((code) => !chosen.has(code))) own.forEach((code) => next.add(code));
  else own.forEach((code) => next.delete(code));
  return settled(next, held);
}

/** What a person may change: a part of the tree of which they hold nothing is closed to them. */
export const isOpen = (node: PermissionNode, held: Codes): boolean =>
  codesOf(node).some((code) => grants(held, code));

export interface Difference {
  added: string[];
  removed: string[];
}

/** What was changed since it was saved, in the order of the tree; menus only follow. */
export function differenceOf(before: Codes, after: Codes): Difference {
  const counts = (code: string) => code === everything || !isCode(code) || kindOfCode(code) !== 'menu';
  const missing = (from: Codes, others: Codes) =>
    withWays([...from], new Set()).filter((code) => from.has(code) && !others.has(code) && counts(code));
  return { added: missing(after, before), removed: missing(before, after) };
}

/** What a role of this side is made of: with other companies there is nothing behind the provider's own pages. */
export const treeOf = (side: AccountSide): readonly PermissionNode[] =>
  side === 'INTERNAL' ? permissionTree : outerTree();

/** The parts of the tree a search shows: what fits, the way to it, and all that lies below it. */
export function fitting(
  text: string,
  nameOf: (code: string) => string,
  tree: readonly PermissionNode[] = permissionTree,
): readonly PermissionNode[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return tree;
  const fits = (code: string) =>
    nameOf(code).toLocaleLowerCase().includes(wanted) || code.toLocaleLowerCase() === wanted;
  const keep = (branch: readonly PermissionNode[]): PermissionNode[] =>
    branch.flatMap((node) => {
      if (fits(node.code)) return [node];
      const childNodes = keep(node.childNodes);
      return childNodes.length > 0 ? [{ ...node, childNodes }] : [];
    });
  return keep(tree);
}
