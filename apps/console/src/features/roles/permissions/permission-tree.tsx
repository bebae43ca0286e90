import { flatten, type AccountSide, type PermissionNode } from '@sweepline/contract';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermissionNames } from '../../../shared/permissions/use-permission-names.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { filterTree, toggle, treeOf, type Codes } from './permission-choice.ts';
import { PermissionBranch } from './permission-branch.tsx';
import { TreeContext } from './tree-context.ts';
import './permission-tree.css';

interface Props {
  chosen: Codes;
  /** The saved codes. Differences are marked. */
  before: Codes;
  /** The permissions of the account, which it may grant and revoke. */
  granted: Codes;
  search: string;
  side: AccountSide;
  readOnly?: boolean;
  onChange: (next: Codes) => void;
}

/**
 * Permissions with check boxes: menus, their pages, and the actions of a page. Up and down move through the tree, left and
 * right move to the parent or the first child or fold the node, space toggles it.
 */
export function PermissionTree(props: Props) {
  const { chosen, before, granted, search, side, readOnly = false, onChange } = props;
  const { t } = useTranslation('roles');
  const { nameOf } = usePermissionNames();
  const tree = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<Codes>(new Set());
  const [focused, setFocused] = useState('');
  const visibleTree = useMemo(() => filterTree(search, nameOf, treeOf(side)), [search, nameOf, side]);
  // A search unfolds all nodes, so that every match is visible.
  const isFolded = (code: string) => search.trim() === '' && folded.has(code);
  const steps = visibleTree.flatMap((node) => (isFolded(node.code) ? [node.code] : flatten([node])));
  const current = steps.some((code) => code === focused) ? focused : (steps[0] ?? '');

  const fold = (code: string, closed: boolean) =>
    setFolded((old) => {
      const next = new Set(old);
      if (closed) next.add(code);
      else next.delete(code);
      return next;
    });
  const go = (code: string | undefined) => {
    if (!code) return;
    setFocused(code);
    tree.current?.querySelector<HTMLElement>(`[data-code="${code}"]`)?.focus();
  };
  const moveFocus = (event: KeyboardEvent) => {
    const index = steps.findIndex((code) => code === current);
    const path = pathTo(visibleTree, current);
    const node = path.at(-1);
    const top = path.length === 1 && (node?.childNodes.length ?? 0) > 0;
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(steps[index + 1]),
      ArrowUp: () => go(steps[index - 1]),
      Home: () => go(steps[0]),
      End: () => go(steps.at(-1)),
      ArrowRight: () => (top && isFolded(current) ? fold(current, false) : go(node?.childNodes[0]?.code)),
      ArrowLeft: () => (top && !isFolded(current) ? fold(current, true) : go(path.at(-2)?.code)),
      ' ': () => node && !readOnly && onChange(toggle(node, chosen, granted)),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  if (visibleTree.length === 0)
    return <Empty icon="search" title={t('noPermission')} hint={t('noPermissionHint')} />;
  const toggleNode = (node: PermissionNode) => onChange(toggle(node, chosen, granted));
  return (
    <TreeContext
      value={{
        chosen,
        before,
        granted,
        readOnly,
        current,
        isFolded,
        fold,
        focus: setFocused,
        toggle: toggleNode,
      }}
    >
      <div
        ref={tree}
        role="tree"
        aria-label={t('permissions')}
        className="permission-tree"
        tabIndex={-1}
        onKeyDown={moveFocus}
      >
        {visibleTree.map((node) => (
          <PermissionBranch key={node.code} node={node} level={1} />
        ))}
      </div>
    </TreeContext>
  );
}

function pathTo(branch: readonly PermissionNode[], code: string): PermissionNode[] {
  for (const node of branch) {
    if (node.code === code) return [node];
    const below = pathTo(node.childNodes, code);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
