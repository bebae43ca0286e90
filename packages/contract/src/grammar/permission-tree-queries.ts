import { flatten, permissionTree, type PermissionNode } from './permission-tree.ts';
import { permissions, type Permission } from './permissions.ts';

/** Grants every permission; a role contains it in place of codes. */
export const everything = '*';

/** The codes of the tree in tree order. Roles store their codes in the same order. */
export const allCodes: readonly Permission[] = flatten(permissionTree);
const order = new Map<string, number>(allCodes.map((code, index) => [code, index]));

/** Menus contain pages and are no pages: their codes open nothing. */
const menus: ReadonlySet<string> = new Set([
  permissions.deviceCentre,
  permissions.dataCentre,
  permissions.operationLog,
  permissions.internalUsers,
  permissions.outerUsers,
  permissions.logs,
  permissions.elevatorCentre,
  permissions.customisation,
]);

const actionLength = 9;

/** Whether a text is a permission code of the tree. */
export const isCode = (text: string): text is Permission => order.has(text);

/** The kind of a code: a menu groups pages, a page opens, an action belongs to a page. */
export function kindOfCode(code: Permission): 'menu' | 'page' | 'action' {
  if (code.length === actionLength) return 'action';
  return menus.has(code) ? 'menu' : 'page';
}

const above = new Map<string, PermissionNode[]>();
const walk = (branch: readonly PermissionNode[], path: PermissionNode[]) => {
  for (const node of branch) {
    above.set(node.code, path);
    walk(node.childNodes, [...path, node]);
  }
};
walk(permissionTree, []);

/** The ancestors of a code in the tree, the root first. */
export const ancestorsOf = (code: Permission): Permission[] =>
  (above.get(code) ?? []).map((node) => node.code);

/** The page that leads to an action or to another page; null where only a menu does. Without it the code cannot be reached. */
export const pageAbove = (code: Permission): Permission | null =>
  ancestorsOf(code).findLast((step) => kindOfCode(step) === 'page') ?? null;

/** Whether a set of granted codes includes this one; `*` includes every code. */
export const grants = (granted: ReadonlySet<string>, code: string) =>
  granted.has(everything) || granted.has(code);

/** The codes in tree order without duplicates. Unknown codes come last, in code order. */
export const inTreeOrder = (codes: Iterable<string>): string[] =>
  [...new Set(codes)].sort(
    (a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size) || (a < b ? -1 : 1),
  );

/** Adds the pages above each code, and the menus above it that `maker` has. `maker`: codes of the caller. */
export function withAncestors(codes: Iterable<string>, maker: ReadonlySet<string>): string[] {
  const result = new Set(codes);
  for (const code of [...result].filter(isCode)) {
    for (const step of ancestorsOf(code))
      if (kindOfCode(step) === 'page' || grants(maker, step)) result.add(step);
  }
  return inTreeOrder(result);
}

/** The codes of `some` that are not in `others`; `*` in `others` covers every code. */
export const without = (some: readonly string[], others: ReadonlySet<string>): string[] =>
  some.filter((code) => !others.has(code) && (code === everything || !others.has(everything)));

/** The codes that a change of a role adds or removes and that the caller (`maker`) does not have. */
export const codesBeyond = (
  maker: ReadonlySet<string>,
  before: readonly string[],
  after: readonly string[],
) => ({
  added: after.filter((code) => !before.includes(code) && !grants(maker, code)),
  removed: before.filter((code) => !after.includes(code) && !grants(maker, code)),
});

/** Whether a code belongs to the pages of the provider's own accounts and roles; only the provider has them. */
export const isInternal = (code: string): boolean =>
  code.startsWith(permissions.accounts) || code.startsWith(permissions.roles);

/** The part of a tree that companies other than the provider can use. */
export const outerTree = (branch: readonly PermissionNode[] = permissionTree): PermissionNode[] =>
  branch
    .filter(({ code }) => !isInternal(code))
    .map(({ code, childNodes }) => ({ code, childNodes: outerTree(childNodes) }));

/** The part of the tree that is visible with these codes: each granted node and its ancestors. */
export function prune(
  granted: ReadonlySet<string>,
  branch: readonly PermissionNode[] = permissionTree,
): PermissionNode[] {
  if (granted.has(everything)) return [...branch];
  return branch.flatMap((node) => {
    const childNodes = prune(granted, node.childNodes);
    return granted.has(node.code) || childNodes.length > 0 ? [{ code: node.code, childNodes }] : [];
  });
}
