import { logStoreCalls, type LogEntry, type Output } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { formatTime } from '../../../../kit/format/format.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { SearchInput } from '../../../../kit/form/search-input.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { useLogDir } from './log-dir.ts';
import { LogEntryTable } from './log-entry-table.tsx';
import { OpenPulls } from './open-pulls.tsx';
import { RobotFiles } from './robot-files.tsx';
import { useFolderDownload } from './use-folder-download.ts';

/** The content of the chosen folder, and of a robot also the files that are not stored yet. */
export function LogFolder() {
  const { dir, folder } = useLogDir();
  const { data, error, refetch } = useQuery({
    ...callQuery(logStoreCalls.list, { dir }),
    meta: { silent: true },
  });
  usePageName(data?.device ? deviceName(data.device) : undefined);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data?.device) return <Skeleton lines={8} />;
  return (
    <>
      <FolderHead content={data} />
      <Entries list={data.list} />
      {folder === undefined && (
        <>
          <OpenPulls deviceId={data.device.id} />
          <RobotFiles device={data.device} />
        </>
      )}
    </>
  );
}

/** The way to the folder, and its download. */
function FolderHead({ content: { device, list } }: { content: Output<typeof logStoreCalls.list> }) {
  const { t } = useTranslation('remote/logs');
  const { dir, sn, folder, addressOf } = useLogDir();
  const download = useFolderDownload();
  const name = device ? deviceName(device) : '';
  const time = formatTime(list[0]?.changedAt ?? null);
  return (
    <header className="log-folder-head">
      <nav aria-label={t('way')}>
        <Link to={addressOf('/')}>{t('allRobots')}</Link>
        <Icon name="right" size={12} />
        {folder === undefined ? <h2>{name}</h2> : <Link to={addressOf(`/${sn}`)}>{name}</Link>}
        {folder !== undefined && (
          <>
            <Icon name="right" size={12} />
            <h2>{list.length > 0 ? time : folder}</h2>
          </>
        )}
      </nav>
      {list.length > 0 && may(logStoreCalls.folderUrl.allow) && (
        <Button icon="download" busy={download.isPending} onClick={() => download.mutate({ dir })}>
          {t('downloadFolder')}
        </Button>
      )}
    </header>
  );
}

/** The entries whose names contain the searched words. */
function Entries({ list }: { list: readonly LogEntry[] }) {
  const { t } = useTranslation('remote/logs');
  const { folder } = useLogDir();
  const [name, setName] = useAddress('name');
  const words = name.trim().toLowerCase();
  if (list.length === 0)
    return (
      <Empty icon="report" title={t('emptyTitle')} hint={t(folder ? 'noFilesHint' : 'robotEmptyHint')} />
    );
  const found = list.filter((entry) => entry.name.toLowerCase().includes(words));
  return (
    <>
      {folder !== undefined && <SearchInput value={name} placeholder={t('searchNames')} onChange={setName} />}
      {found.length > 0 ? (
        <LogEntryTable entries={found} />
      ) : (
        <Empty icon="search" title={t('noNames')} hint={t('noNamesHint')} />
      )}
    </>
  );
}
