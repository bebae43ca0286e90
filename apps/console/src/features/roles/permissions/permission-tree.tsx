import { flatten, type AccountSide, type PermissionNode } from '@sweepline/contract';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermissionNames } from '../../../shared/permissions/use-permission-names.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { fitting, press, treeOf, type Codes } from './permission-choice.ts';
import { PermissionBranch } from './permission-branch.tsx';
import { TreeContext } from './tree-context.ts';
import './permission-tree.css';

interface Props {
  chosen: Codes;
  /** As it is saved: what differs is marked. */
  before: Codes;
  /** What the person holds, and so may give and take. */
  held: Codes;
  search: string;
  side: AccountSide;
  readOnly?: boolean;
  onChange: (next: Codes) => void;
}

/**
 * Permissions with check boxes: menus, their pages, and what can be done there. Up and down walk through it, left and right
 * go to what lies above and below or fold it, space presses the box.
 */
export function PermissionTree(props: Props) {
  const { chosen, before, held, search, side, readOnly = false, onChange } = props;
  const { t } = useTranslation('roles');
  const { nameOf } = usePermissionNames();
  const tree = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<Codes>(new Set());
  const [at, setAt] = useState('');
  const shown = useMemo(() => fitting(search, nameOf, treeOf(side)), [search, nameOf, side]);
  // Whoever searches wants to see what was found.
  const isFolded = (code: string) => search.trim() === '' && folded.has(code);
  const steps = shown.flatMap((node) => (isFolded(node.code) ? [node.code] : flatten([node])));
  const here = steps.some((code) => code === at) ? at : (steps[0] ?? '');

  const fold = (code: string, closed: boolean) =>
    setFolded((old) => {
      const next = new Set(old);
      if (closed) next.add(code);
      else next.delete(code);
      return next;
    });
  const go = (code: string | undefined) => {
    if (!code) return;
    setAt(code);
    tree.current?.querySelector<HTMLElement>(`[data-code="${code}"]`)?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    const index = steps.findIndex((code) => code === here);
    const way = wayIn(shown, here);
    const node = way.at(-1);
    const top = way.length === 1 && (node?.childNodes.length ?? 0) > 0;
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(steps[index + 1]),
      ArrowUp: () => go(steps[index - 1]),
      Home: () => go(steps[0]),
      End: () => go(steps.at(-1)),
      ArrowRight: () => (top && isFolded(here) ? fold(here, false) : go(node?.childNodes[0]?.code)),
      ArrowLeft: () => (top && !isFolded(here) ? fold(here, true) : go(way.at(-2)?.code)),
      ' ': () => node && !readOnly && onChange(press(node, chosen, held)),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  if (shown.length === 0)
    return <Empty icon="search" title={t('noPermission')} hint={t('noPermissionHint')} />;
  const pressed = (node: PermissionNode) => onChange(press(node, chosen, held));
  return (
    <TreeContext
      value={{ chosen, before, held, readOnly, here, isFolded, fold, focus: setAt, press: pressed }}
    >
      <div
        ref={tree}
        role="tree"
        aria-label={t('permissions')}
        className="permission-tree"
        tabIndex={-1}
        onKeyDown={walk}
      >
        {shown.map((node) => (
          <PermissionBranch key={node.code} node={node} level={1} />
        ))}
      </div>
    </TreeContext>
  );
}

function wayIn(branch: readonly PermissionNode[], code: string): PermissionNode[] {
  for (const node of branch) {
    if (node.code === code) return [node];
    const below = wayIn(node.childNodes, code);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
