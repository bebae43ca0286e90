import { companyTypes, type CompanyNode } from '@sweepline/contract';
import { use, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TreeItem } from '../../../../kit/list/tree.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { companyAddress } from '../company-address.ts';
import { CompanyActions } from '../company-actions.tsx';
import { CompanyState } from '../company-state.tsx';
import { TreeContext } from './tree-context.ts';
import { useCompanyWords } from '../use-company-words.ts';

interface Props {
  node: CompanyNode;
  depth: number;
  open: boolean;
  onToggle: () => void;
}

/** One company in the tree: its type, its counts, and whether it is frozen. */
export function CompanyLine({ node, depth, open, onToggle }: Props) {
  const { t } = useTranslation('people/companies');
  const words = useCompanyWords();
  const { dragging, target } = useDragging(node);
  const branch = node.childCount > 0;
  const frozen = node.frozenAt !== null || node.frozenAbove;
  return (
    <TreeItem
      id={node.id}
      level={depth + 1}
      selected={node.hit}
      label={`${node.name}, ${words.type(node)}`}
      open={branch ? open : undefined}
      onToggle={onToggle}
      className={`co-line${dragging ? ` co-line-${dragging}` : ''}`}
      style={{ paddingInlineStart: 12 + depth * 22 }}
      {...target}
    >
      <button
        type="button"
        className="co-line-toggle"
        tabIndex={-1}
        hidden={!branch}
        aria-label={t(open ? 'shut' : 'open', { name: node.name })}
        onClick={onToggle}
      >
        <Icon name={open ? 'down' : 'right'} size={13} strokeWidth={2.2} />
      </button>
      <Icon name={node.type === companyTypes.terminal ? 'building' : 'layers'} size={16} />
      <span className="co-line-name">
        <Link to={companyAddress(node)} tabIndex={-1} title={node.name}>
          {node.hit ? <mark>{node.name}</mark> : node.name}
        </Link>
        <small>{words.type(node)}</small>
      </span>
      {frozen && <CompanyState {...node} />}
      <span className="co-line-counts">
        {node.childCount > 0 && <span>{t('childCount', { count: node.childCount })}</span>}
        <span>{t('deviceCount', { count: node.deviceCount })}</span>
      </span>
      <span className="co-line-actions">
        <CompanyActions company={node} />
      </span>
    </TreeItem>
  );
}

/** A company is dragged onto another; the dialog and the server check whether it may move there. */
function useDragging(node: CompanyNode) {
  const { dragged, drag, drop } = use(TreeContext);
  const [over, setOver] = useState(false);
  const takes = dragged !== null && dragged.id !== node.id && node.type !== companyTypes.terminal;
  const dragging = dragged?.id === node.id ? 'dragged' : takes && over ? 'over' : '';
  const target = {
    draggable: node.acts.includes('move'),
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', node.name);
      drag(node);
    },
    onDragEnd: () => drag(null),
    onDragOver: (event: DragEvent) => {
      if (!takes) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (takes) drop(node);
    },
  };
  return { dragging, target };
}
