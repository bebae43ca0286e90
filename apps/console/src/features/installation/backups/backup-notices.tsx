import type { BackupOverview } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import type { BackupDialog } from './backup-dialogs.tsx';

interface Props {
  overview: BackupOverview;
  onOpen: (dialog: BackupDialog) => void;
}

/** What needs the reader: the hold after a restore, a backup that is too old, and the passphrase. */
export function BackupNotices({ overview, onOpen }: Props) {
  const { t } = useTranslation('installation/backups');
  const { hold, isOverdue, passphrase, lastRehearsal, rehearsalDays, places } = overview;
  return (
    <div className="bk-notices">
      {hold && (
        <p role="status" className="bk-notice bk-urgent">
          {t(hold.isCopy ? 'heldCopy' : 'held', { at: formatTime(hold.backupAt) })}
          <Button look="main" onClick={() => onOpen({ type: 'END_HOLD', isCopy: hold.isCopy })}>
            {t('endHold')}
          </Button>
        </p>
      )}
      {isOverdue && (
        <p role="status" className="bk-notice bk-urgent">
          {t('overdue')}
        </p>
      )}
      {passphrase.setAt === null ? (
        <p className="bk-notice">
          {t('noPassphrase')}
          <Button onClick={() => onOpen({ type: 'PASSPHRASE' })}>{t('setPassphrase')}</Button>
        </p>
      ) : (
        passphrase.isDue && (
          <p className="bk-notice">
            {t('passphraseDue')}
            <Button onClick={() => onOpen({ type: 'CHECK' })}>{t('checkPassphrase')}</Button>
          </p>
        )
      )}
      {places.length > 0 && (
        <p className="bk-rehearsal">
          {lastRehearsal
            ? t(lastRehearsal.state === 'DONE' ? 'rehearsed' : 'rehearsalFailed', {
                at: formatTime(lastRehearsal.endedAt ?? lastRehearsal.requestedAt),
              })
            : t('neverRehearsed', { count: rehearsalDays })}
        </p>
      )}
    </div>
  );
}
