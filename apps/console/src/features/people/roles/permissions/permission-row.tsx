import type { PermissionNode } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../kit/ui/icon.tsx';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { usePermissionNames } from '../../../../shared/permissions/use-permission-names.ts';
import type { Choice } from './permission-choice.ts';
import { changeWords, type NodeState } from './permission-node-state.ts';
import { useTree } from './tree-context.ts';

const glyph: Record<Choice, IconName | null> = { all: 'check', some: 'minus', none: null };

/** The visible row of a node. It is hidden from screen readers: the tree item around it has the label. */
export function PermissionRow({ node, state }: { node: PermissionNode; state: NodeState }) {
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  const tree = useTree();
  const { choice, change, open, disabled, folds, folded, top, count, planned } = state;
  const icon = glyph[choice];
  return (
    <div
      className="permission-row"
      data-choice={choice}
      data-change={change ?? undefined}
      title={open ? (planned ? t('plannedHint') : undefined) : t('notYoursHint')}
      aria-hidden="true"
      onClick={() => !disabled && tree.toggle(node)}
    >
      <span className="permission-box">{icon && <Icon name={icon} size={12} strokeWidth={3} />}</span>
      {/* The spaces separate the words when the text is read without its layout. */}
      <span className="permission-name">{nameOf(node.code)}</span> {planned && <small>{t('planned')}</small>}{' '}
      {change && <small>{t(changeWords[change])}</small>} {!open && <Icon name="lock" size={13} />}
      {top && node.childNodes.length > 0 && <span className="permission-count">{t('ofTotal', count)}</span>}
      {folds && (
        <button
          type="button"
          tabIndex={-1}
          className="permission-fold"
          onClick={(event) => {
            event.stopPropagation();
            tree.fold(node.code, !folded);
          }}
        >
          <Icon name={folded ? 'right' : 'down'} size={14} strokeWidth={2} />
        </button>
      )}
    </div>
  );
}
