import { flatten, permissionTree, type PermissionNode } from './permission-tree.ts';
import { everything, permissions, type Permission } from './permissions.ts';

/** The codes of the tree in its order; roles keep theirs in the same one. */
export const allCodes: readonly Permission[] = flatten(permissionTree);
const order = new Map<string, number>(allCodes.map((code, index) => [code, index]));

/** Menus that hold pages and are none themselves: their codes open nothing. */
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

export const isCode = (text: string): text is Permission => order.has(text);

/** A menu shows the way, a page opens, an action is what can be done on its page. */
export function kindOfCode(code: Permission): 'menu' | 'page' | 'action' {
  if (code.length === actionLength) return 'action';
  return menus.has(code) ? 'menu' : 'page';
}

const above = new Map<string, PermissionNode[]>();
const walk = (branch: readonly PermissionNode[], way: PermissionNode[]) => {
  for (const node of branch) {
    above.set(node.code, way);
    walk(node.childNodes, [...way, node]);
  }
};
walk(permissionTree, []);

/** What lies above a code in the tree, the uppermost first. */
export const wayTo = (code: Permission): Permission[] => (above.get(code) ?? []).map((node) => node.code);

/** The page an action is done on; without it the action is worthless. */
export const pageOfAction = (code: Permission): Permission | null =>
  kindOfCode(code) === 'action' ? (wayTo(code).at(-1) ?? null) : null;

/** Whether somebody with these codes holds this one. */
export const grants = (held: ReadonlySet<string>, code: string) => held.has(everything) || held.has(code);

/** In the order of the tree, each once. Codes the tree does not know stand last. */
export const inTreeOrder = (codes: Iterable<string>): string[] =>
  [...new Set(codes)].sort(
    (one, other) =>
      (order.get(one) ?? order.size) - (order.get(other) ?? order.size) || (one < other ? -1 : 1),
  );

/** With each action its page, and the menus that lead there as far as `maker` holds them. */
export function withWays(codes: Iterable<string>, maker: ReadonlySet<string>): string[] {
  const wanted = new Set(codes);
  for (const code of [...wanted].filter(isCode)) {
    const page = pageOfAction(code);
    if (page) wanted.add(page);
    for (const step of wayTo(code)) if (kindOfCode(step) === 'menu' && grants(maker, step)) wanted.add(step);
  }
  return inTreeOrder(wanted);
}

/** The codes of `some` that are not among `others`; `*` among the others covers every code. */
export const without = (some: readonly string[], others: ReadonlySet<string>): string[] =>
  some.filter((code) => !others.has(code) && (code === everything || !others.has(everything)));

/** What a change of a role's codes would give that its maker lacks, or take away that they could not give back. */
export const notTheirs = (
  maker: ReadonlySet<string>,
  before: readonly string[],
  after: readonly string[],
) => ({
  added: after.filter((code) => !before.includes(code) && !grants(maker, code)),
  removed: before.filter((code) => !after.includes(code) && !grants(maker, code)),
});

/** Codes of the pages about the provider's own people and roles: with every other company there is nothing behind them. */
export const isInternal = (code: string): boolean =>
  code.startsWith(permissions.accounts) || code.startsWith(permissions.roles);

/** The part of a tree behind which other companies than the provider have something. */
export const outerTree = (branch: readonly PermissionNode[] = permissionTree): PermissionNode[] =>
  branch
    .filter(({ code }) => !isInternal(code))
    .map(({ code, childNodes }) => ({ code, childNodes: outerTree(childNodes) }));

/** The part of the tree that holders of these codes see: each held node and the way to it. */
export function prune(
  held: ReadonlySet<string>,
  branch: readonly PermissionNode[] = permissionTree,
): PermissionNode[] {
  if (held.has(everything)) return [...branch];
  return branch.flatMap((node) => {
    const childNodes = prune(held, node.childNodes);
    return held.has(node.code) || childNodes.length > 0 ? [{ code: node.code, childNodes }] : [];
  });
}
