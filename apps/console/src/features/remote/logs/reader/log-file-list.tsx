import { deviceLogCalls, type DeviceLog, type LogFile } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { openDownload } from '../../../../kit/api/save-file.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { formatBytes } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';

interface Props {
  log: DeviceLog;
  files: readonly LogFile[];
  /** Empty for all. */
  chosen: string;
  onChoose: (file: string) => void;
}

/** The files of the archive: one is read alone, or all together by time. */
export function LogFileList({ log, files, chosen, onChoose }: Props) {
  const { t } = useTranslation('remote/logs');
  const download = useAction(deviceLogCalls.fileUrl, { done: null, after: ({ url }) => openDownload(url) });
  return (
    <section className="log-panel">
      <h2>{t('files')}</h2>
      <ul className="log-files">
        <li>
          <button type="button" aria-pressed={chosen === ''} onClick={() => onChoose('')}>
            {t('allFiles')}
          </button>
        </li>
        {files.map(({ index, name, bytes }) => (
          <li key={index}>
            <button type="button" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
              <span>{name}</span>
              <small>{formatBytes(bytes)}</small>
            </button>
            {may(deviceLogCalls.fileUrl.allow) && (
              <Button
                look="quiet"
                icon="download"
                aria-label={t('downloadOf', { name })}
                onClick={() => download.mutate({ id: log.id, index })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
