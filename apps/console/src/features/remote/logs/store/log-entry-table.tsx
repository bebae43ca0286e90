import { logStoreCalls, pages, type LogEntry } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatBytes, formatTime } from '../../../../kit/format/format.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { useLogDir } from './log-dir.ts';
import { useFolderDownload } from './use-folder-download.ts';

/** Folders open, files are read in the log reader. */
export function LogEntryTable({ entries }: { entries: readonly LogEntry[] }) {
  const { t } = useTranslation('remote/logs');
  return (
    <PlainTable className="log-entries">
      <thead>
        <tr>
          <th>{t('name')}</th>
          <th>{t('size')}</th>
          <th>{t('stored')}</th>
          <th scope="col">
            <span className="sl-sr-only">{t('download')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.path} entry={entry} />
        ))}
      </tbody>
    </PlainTable>
  );
}

function EntryRow({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('remote/logs');
  const download = useFolderDownload();
  const { addressOf } = useLogDir();
  const { path, kind, bytes, changedAt, logId } = entry;
  const name = kind === 'DIR' ? formatTime(changedAt) : entry.name;
  const to = kind === 'DIR' ? addressOf(path) : pages.deviceLog({ id: logId ?? '', file: entry.name });
  return (
    <tr>
      <td>
        <Link to={to}>{name}</Link>
        {kind === 'DIR' && <small>{entry.name}</small>}
      </td>
      <td>{formatBytes(bytes)}</td>
      <td>
        <Ago at={changedAt} />
      </td>
      <td>
        {may(logStoreCalls.folderUrl.allow) && (
          <Button
            look="quiet"
            icon="download"
            busy={download.isPending}
            aria-label={t('downloadOf', { name })}
            onClick={() => download.mutate({ dir: path })}
          />
        )}
      </td>
    </tr>
  );
}
