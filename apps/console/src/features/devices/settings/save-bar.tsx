import type { Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { useSettings } from './settings-context.ts';

interface Props {
  device: Device;
  busy: boolean;
  onSave: () => void;
}

/** Appears after a change: the number of changes, undo and save. */
export function SaveBar({ device, busy, onSave }: Props) {
  const { t } = useTranslation('devices/settings');
  const { settings, words, draft, online } = useSettings();
  if (draft.count === 0) return null;
  const name = device.nickname || device.sn;
  return (
    <div className="ds-save" role="region" aria-label={t('edited')}>
      {draft.stale ? (
        <p role="alert">
          {settings.origin === 'DEVICE'
            ? t('newerAtRobot')
            : t('newer', { who: words.whoOf({ origin: settings.origin, by: settings.updatedBy }) })}{' '}
          {t('newerHint')}
        </p>
      ) : (
        <p>{t('unsaved', { count: draft.count, shown: formatNumber(draft.count) })}</p>
      )}
      <Button disabled={busy} onClick={draft.clear}>
        {t('discard')}
      </Button>
      {draft.stale ? (
        <Button look="main" onClick={draft.rebase}>
          {t('newerTake')}
        </Button>
      ) : (
        <Button look="main" busy={busy} onClick={onSave}>
          {t(online ? 'save' : 'saveAway', { name })}
        </Button>
      )}
    </div>
  );
}
