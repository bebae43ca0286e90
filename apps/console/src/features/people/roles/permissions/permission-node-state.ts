import { grants, plannedPermissions, type PermissionNode } from '@sweepline/contract';
import { choiceOf, countIn, isOpen, type Choice } from './permission-choice.ts';
import type { Tree } from './tree-context.ts';

export const changeWords = { added: 'added', removed: 'removedMark' } as const;

/** How a node of the tree is rendered. */
export interface NodeState {
  choice: Choice;
  count: { chosen: number; total: number };
  change: keyof typeof changeWords | null;
  /** Whether the account has at least one permission of the subtree. */
  open: boolean;
  disabled: boolean;
  folds: boolean;
  folded: boolean;
  top: boolean;
  /** Its act does not exist yet. A role keeps the permission until then. */
  planned: boolean;
}

export function nodeStateOf(node: PermissionNode, level: number, tree: Tree): NodeState {
  const { code, childNodes } = node;
  const open = isOpen(node, tree.granted);
  const folds = level === 1 && childNodes.length > 0;
  const [was, is] = [grants(tree.before, code), grants(tree.chosen, code)];
  return {
    choice: choiceOf(node, tree.chosen),
    count: countIn(node, tree.chosen),
    change: folds || was === is ? null : is ? 'added' : 'removed',
    open,
    disabled: tree.readOnly || !open,
    folds,
    folded: folds && tree.isFolded(code),
    top: level === 1,
    planned: plannedPermissions.includes(code),
  };
}
