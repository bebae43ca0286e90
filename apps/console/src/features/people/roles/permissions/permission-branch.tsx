import { type PermissionNode } from '@sweepline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TreeItem } from '../../../../kit/list/tree.tsx';
import { usePermissionNames } from '../../../../shared/permissions/use-permission-names.ts';
import { type Choice } from './permission-choice.ts';
import { PermissionRow } from './permission-row.tsx';
import { changeWords, nodeStateOf } from './permission-node-state.ts';
import { useTree } from './tree-context.ts';

const checked = { all: true, some: 'mixed', none: false } as const satisfies Record<
  Choice,
  boolean | 'mixed'
>;

/** A node of the tree with its children. The third level holds the actions of a page, in one row. */
export function PermissionBranch({ node, level }: { node: PermissionNode; level: number }) {
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  const tree = useTree();
  const group = useId();
  const { code, childNodes } = node;
  const state = nodeStateOf(node, level, tree);
  // The label repeats the visible text in the same order.
  const labels = [
    nameOf(code),
    state.planned && t('planned'),
    state.change && t(changeWords[state.change]),
    childNodes.length > 0 && t('ofTotal', state.count),
    !state.open && t('notYours'),
  ];
  const below = childNodes.length > 0 && !state.folded;
  return (
    <div role="none" className={`permission-level-${level}`}>
      <TreeItem
        id={code}
        data-code={code}
        level={level}
        label={labels.filter(Boolean).join(', ')}
        open={state.folds ? !state.folded : undefined}
        onToggle={() => tree.fold(code, !state.folded)}
        checked={checked[state.choice]}
        onCheck={() => tree.toggle(node)}
        disabled={state.disabled}
        aria-owns={below ? group : undefined}
      >
        <PermissionRow node={node} state={state} />
      </TreeItem>
      {below && (
        <div role="group" id={group} className={`permission-group-${level}`}>
          {childNodes.map((child) => (
            <PermissionBranch key={child.code} node={child} level={level + 1} />
          ))}
        </div>
      )}
    </div>
  );
}
