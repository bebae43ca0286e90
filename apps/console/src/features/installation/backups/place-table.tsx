import { backupCalls, type BackupPlace } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { formatBytes, formatNumber, formatTime, unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import type { BackupDialog } from './backup-dialogs.tsx';

interface Props {
  places: readonly BackupPlace[];
  /** Folders for which a run waits or is at work. */
  busy: ReadonlySet<string>;
  onOpen: (dialog: BackupDialog) => void;
}

/** The folders for backups with their schedules, and what can be done with each. */
export function PlaceTable({ places, busy, onOpen }: Props) {
  const { t } = useTranslation('installation/backups');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('folder')}</th>
          <th scope="col">{t('schedule')}</th>
          <th scope="col">{t('keep')}</th>
          <th scope="col">{t('next')}</th>
          <th scope="col">{t('free')}</th>
          <th scope="col">
            <span className="sl-sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {places.map((place) => (
          <PlaceRow key={place.id} place={place} isBusy={busy.has(place.folder)} onOpen={onOpen} />
        ))}
      </tbody>
    </PlainTable>
  );
}

function PlaceRow({
  place,
  isBusy,
  onOpen,
}: { place: BackupPlace; isBusy: boolean } & Pick<Props, 'onOpen'>) {
  const { t } = useTranslation('installation/backups');
  const { id, folder, everyHours, keep, nextAt, disk } = place;
  const run = useAction(backupCalls.run, { done: t('requested') });
  const rehearse = useAction(backupCalls.rehearse, { done: t('rehearsalRequested') });
  const isPending = isBusy || run.isPending || rehearse.isPending;
  return (
    <tr>
      <th scope="row" className="bk-folder">
        {folder}
      </th>
      <td data-label={t('schedule')}>{t(`every.${everyHours}`)}</td>
      <td data-label={t('keep')}>{t('keepCount', { count: keep })}</td>
      <td data-label={t('next')}>{nextAt ? formatTime(nextAt) : unknown}</td>
      <td data-label={t('free')} className="bk-number">
        {disk ? formatBytes(disk.freeBytes) : t('unreadable')}
        {disk && disk.totalBytes > 0 && (
          <small>
            {t('used', { percent: formatNumber(100 - (100 * disk.freeBytes) / disk.totalBytes, 0) })}
          </small>
        )}
      </td>
      <td className="bk-act">
        <Button look="quiet" disabled={isPending} onClick={() => run.mutate({ id })}>
          {t('runNow')}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={() => rehearse.mutate({ id })}>
          {t('rehearse')}
        </Button>
        <Button look="quiet" onClick={() => onOpen({ type: 'CHANGE', place })}>
          {t('change')}
        </Button>
        <Button look="quiet" onClick={() => onOpen({ type: 'REMOVE', place })}>
          {t('remove')}
        </Button>
      </td>
    </tr>
  );
}
