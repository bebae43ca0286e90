import { logStoreCalls, type LogEntry } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Tree } from '../../../../kit/list/tree.tsx';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { SearchInput } from '../../../../kit/form/search-input.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useLogDir } from './log-dir.ts';
import { LogTreeLine } from './log-tree-line.tsx';

/** The robots that have stored logs, and below each the folders of its pulls. */
export function LogStoreTree() {
  const { t } = useTranslation('remote/logs');
  const [keyword, setKeyword] = useAddress('keyword');
  return (
    <aside className="log-store-tree">
      <SearchInput value={keyword} placeholder={t('searchRobots')} onChange={setKeyword} />
      <Robots keyword={keyword.trim()} />
    </aside>
  );
}

function Robots({ keyword }: { keyword: string }) {
  const { t } = useTranslation('remote/logs');
  const { data, error, refetch } = useQuery({
    ...callQuery(logStoreCalls.list, { dir: '/', ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  if (data.list.length === 0)
    return keyword ? (
      <Empty icon="search" title={t('noRobots')} hint={t('noRobotsHint')} />
    ) : (
      <Empty icon="report" title={t('emptyTitle')} hint={t('storeEmptyHint')} />
    );
  return (
    <Tree label={t('folders')} className="log-tree">
      {data.list.map((robot) => (
        <RobotBranch key={robot.path} robot={robot} />
      ))}
    </Tree>
  );
}

function RobotBranch({ robot }: { robot: LogEntry }) {
  const { sn } = useLogDir();
  const isChosen = sn === robot.name;
  const [toggled, setToggled] = useState<boolean>();
  // The way to the chosen folder is open until a person closes it.
  const isOpen = toggled ?? isChosen;
  return (
    <>
      <LogTreeLine entry={robot} open={isOpen} onToggle={() => setToggled(!isOpen)} />
      {isOpen && (
        <div role="group">
          <Pulls dir={robot.path} />
        </div>
      )}
    </>
  );
}

function Pulls({ dir }: { dir: string }) {
  const { data, error, refetch } = useQuery({
    ...callQuery(logStoreCalls.list, { dir }),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={2} />;
  return data.list.map((pull) => <LogTreeLine key={pull.path} entry={pull} />);
}
