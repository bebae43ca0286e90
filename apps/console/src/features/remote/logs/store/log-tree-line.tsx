import type { LogEntry } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes, formatTime } from '../../../../kit/format/format.ts';
import { TreeItem } from '../../../../kit/list/tree.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { useLogDir } from './log-dir.ts';

interface Props {
  entry: LogEntry;
  /** Missing for the folder of a pull. */
  open?: boolean;
  onToggle?: () => void;
}

/** A robot, or the folder of a pull, which is named by its time. */
export function LogTreeLine({ entry, open, onToggle }: Props) {
  const { t } = useTranslation('remote/logs');
  const { dir, addressOf } = useLogDir();
  const { path, bytes, changedAt, logId } = entry;
  const isRobot = logId === null;
  const name = isRobot ? entry.nickname || entry.name : formatTime(changedAt);
  return (
    <TreeItem
      id={path}
      level={isRobot ? 1 : 2}
      label={`${name}, ${formatBytes(bytes)}`}
      selected={dir === path}
      open={open}
      className={isRobot ? 'log-tree-line' : 'log-tree-line log-tree-pull'}
      {...(onToggle && { onToggle })}
    >
      {onToggle && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(open ? 'closeFolder' : 'openFolder', { name })}
          onClick={onToggle}
        >
          <Icon name={open ? 'down' : 'right'} size={13} strokeWidth={2.2} />
        </button>
      )}
      <Icon name={isRobot ? 'robot' : 'box'} size={16} />
      <Link to={addressOf(path)} tabIndex={-1} title={entry.name}>
        {name}
        {isRobot && entry.nickname && <small>{entry.name}</small>}
      </Link>
      <span>{formatBytes(bytes)}</span>
    </TreeItem>
  );
}
