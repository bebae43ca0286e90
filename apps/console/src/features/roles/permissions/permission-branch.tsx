import { type PermissionNode } from '@sweepline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermissionNames } from '../../../shared/permissions/use-permission-names.ts';
import { type Choice } from './permission-choice.ts';
import { PermissionRow } from './permission-row.tsx';
import { changeWords, lookAt } from './permission-look.ts';
import { useTree } from './tree-context.ts';

const checked = { all: true, some: 'mixed', none: false } as const satisfies Record<
  Choice,
  boolean | 'mixed'
>;

/** One part of the tree with what lies below it. The third level stands in a line: what can be done on a page. */
export function PermissionBranch({ node, level }: { node: PermissionNode; level: number }) {
  const { t } = useTranslation('roles');
  const { nameOf } = usePermissionNames();
  const tree = useTree();
  const group = useId();
  const { code, childNodes } = node;
  const look = lookAt(node, level, tree);
  // What the eye reads comes first and in the same order.
  const words = [
    nameOf(code),
    look.change && t(changeWords[look.change]),
    childNodes.length > 0 && t('ofTotal', look.count),
    !look.open && t('notYours'),
  ];
  const below = childNodes.length > 0 && !look.folded;
  return (
    <div role="none" className={`permission-level-${level}`}>
      <div
        role="treeitem"
        data-code={code}
        aria-level={level}
        aria-label={words.filter(Boolean).join(', ')}
        aria-checked={checked[look.choice]}
        aria-selected={false}
        aria-disabled={look.disabled || undefined}
        {...(look.folds && { 'aria-expanded': !look.folded })}
        {...(below && { 'aria-owns': group })}
        tabIndex={tree.here === code ? 0 : -1}
        onFocus={() => tree.focus(code)}
      >
        <PermissionRow node={node} look={look} />
      </div>
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
