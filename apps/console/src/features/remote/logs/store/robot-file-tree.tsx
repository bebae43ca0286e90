import { logLimits, logStoreCalls, type RobotLogFile } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { formatBytes, formatNumber } from '../../../../kit/format/format.ts';
import { Tree } from '../../../../kit/list/tree.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { SearchInput } from '../../../../kit/form/search-input.tsx';
import { RobotFolder } from './robot-folder.tsx';

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

interface Props {
  deviceId: string;
  files: readonly RobotLogFile[];
}

/** The files on a robot by folder; chosen ones are fetched. */
export function RobotFileTree({ deviceId, files }: Props) {
  const { t } = useTranslation('remote/logs');
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = files.filter(({ path }) => path.toLowerCase().includes(keyword.trim().toLowerCase()));
  const folders = [...Map.groupBy(found, ({ path }) => folderOf(path))];
  const choose = (paths: readonly string[], isChosen: boolean) =>
    setChosen((old) =>
      isChosen ? old.union(new Set(paths)) : new Set([...old].filter((path) => !paths.includes(path))),
    );
  return (
    <>
      <SearchInput
        value={keyword}
        placeholder={t('searchNames')}
        label={t('searchRobotNames')}
        onChange={setKeyword}
      />
      {folders.length === 0 && <Empty icon="search" title={t('noNames')} hint={t('noNamesHint')} />}
      <Tree label={t('onRobot')} className="log-tree">
        {folders.map(([folder, below]) => (
          <RobotFolder
            key={folder}
            folder={folder}
            files={below}
            chosen={chosen}
            {...(may(logStoreCalls.notice.allow) && { onChoose: choose })}
          />
        ))}
      </Tree>
      <FetchChosen
        deviceId={deviceId}
        files={files.filter(({ path }) => chosen.has(path))}
        onAsked={() => setChosen(new Set())}
      />
    </>
  );
}

/** Asks the robot to upload the chosen files. */
function FetchChosen({ deviceId, files, onAsked }: Props & { onAsked: () => void }) {
  const { t } = useTranslation('remote/logs');
  const notice = useAction(logStoreCalls.notice, { done: t('started'), after: onAsked });
  if (files.length === 0) return null;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isTooMany = files.length > logLimits.paths;
  return (
    <div className="sl-bulk" role="toolbar" aria-label={t('fetchChosen')}>
      <strong>
        {t('paths', { count: files.length, number: formatNumber(files.length) })} · {formatBytes(bytes)}
      </strong>
      {isTooMany && <span>{t('tooManyFiles', { number: formatNumber(logLimits.paths) })}</span>}
      <Button
        look="main"
        icon="upload"
        busy={notice.isPending}
        disabled={isTooMany}
        onClick={() => notice.mutate({ deviceId, paths: files.map(({ path }) => path) })}
      >
        {t('fetchChosen')}
      </Button>
    </div>
  );
}
