import { type AccountSide, type PermissionNode } from '@sweepline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermissionNames } from '../../../../shared/permissions/use-permission-names.ts';
import { Tree } from '../../../../kit/list/tree.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
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

/** Permissions with check boxes: menus, their pages, and the actions of a page. */
export function PermissionTree(props: Props) {
  const { chosen, before, granted, search, side, readOnly = false, onChange } = props;
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  const [folded, setFolded] = useState<Codes>(new Set());
  const visibleTree = useMemo(() => filterTree(search, nameOf, treeOf(side)), [search, nameOf, side]);
  // A search unfolds all nodes, so that every match is visible.
  const isFolded = (code: string) => search.trim() === '' && folded.has(code);
  const fold = (code: string, closed: boolean) =>
    setFolded((old) => {
      const next = new Set(old);
      if (closed) next.add(code);
      else next.delete(code);
      return next;
    });

  if (visibleTree.length === 0)
    return <Empty icon="search" title={t('noPermission')} hint={t('noPermissionHint')} />;
  const toggleNode = (node: PermissionNode) => onChange(toggle(node, chosen, granted));
  return (
    <TreeContext value={{ chosen, before, granted, readOnly, isFolded, fold, toggle: toggleNode }}>
      <Tree label={t('permissions')} className="permission-tree">
        {visibleTree.map((node) => (
          <PermissionBranch key={node.code} node={node} level={1} />
        ))}
      </Tree>
    </TreeContext>
  );
}
