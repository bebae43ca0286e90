import type { RobotLogFile } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatBytes } from '../../../../kit/format/format.ts';
import { TreeItem } from '../../../../kit/list/tree.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';

interface Props {
  folder: string;
  files: readonly RobotLogFile[];
  chosen: ReadonlySet<string>;
  /** Missing for people who may not fetch. */
  onChoose?: (paths: readonly string[], isChosen: boolean) => void;
}

/** A folder on a robot with its files. Choosing the folder chooses the files in it. */
export function RobotFolder({ folder, files, chosen, onChoose }: Props) {
  const { t } = useTranslation('remote/logs');
  const [isOpen, setOpen] = useState(true);
  const count = files.filter(({ path }) => chosen.has(path)).length;
  const checked = count === 0 ? false : count === files.length || 'mixed';
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const toggle = () => setOpen(!isOpen);
  const chooseAll = () =>
    onChoose?.(
      files.map(({ path }) => path),
      checked !== true,
    );
  return (
    <>
      <TreeItem
        id={folder}
        level={1}
        label={folder}
        open={isOpen}
        onToggle={toggle}
        className="log-tree-line"
        {...(onChoose && { checked, onCheck: chooseAll })}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(isOpen ? 'closeFolder' : 'openFolder', { name: folder })}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={13} strokeWidth={2.2} />
        </button>
        {onChoose && <Check name={folder} checked={checked} onChange={chooseAll} />}
        <strong>{folder}</strong>
        <span>{formatBytes(bytes)}</span>
      </TreeItem>
      {isOpen && (
        <div role="group">
          {files.map((file) => (
            <RobotFile
              key={file.path}
              file={file}
              isChosen={chosen.has(file.path)}
              {...(onChoose && {
                onChoose: () => onChoose([file.path], !chosen.has(file.path)),
              })}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface FileProps {
  file: RobotLogFile;
  isChosen: boolean;
  onChoose?: () => void;
}

function RobotFile({ file: { path, bytes, changedAt }, isChosen, onChoose }: FileProps) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    <TreeItem
      id={path}
      level={2}
      label={`${name}, ${formatBytes(bytes)}`}
      className="log-tree-line log-tree-file"
      {...(onChoose && { checked: isChosen, onCheck: onChoose })}
    >
      {onChoose && <Check name={path} checked={isChosen} onChange={onChoose} />}
      <b>{name}</b>
      <small>
        <Ago at={changedAt} />
      </small>
      <span>{formatBytes(bytes)}</span>
    </TreeItem>
  );
}

interface CheckProps {
  name: string;
  checked: boolean | 'mixed';
  onChange: () => void;
}

/** Keys check the item of the tree itself. */
const Check = ({ name, checked, onChange }: CheckProps) => (
  <input
    type="checkbox"
    tabIndex={-1}
    aria-label={name}
    checked={checked === true}
    ref={(box) => {
      if (box) box.indeterminate = checked === 'mixed';
    }}
    onChange={onChange}
  />
);
