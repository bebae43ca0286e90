import { deviceSettingCalls, type Device } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { SearchInput } from '../../../kit/form/search-input.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { useSettings } from './settings-context.ts';
import { syncMark } from './sync-mark.ts';

interface Props {
  device: Device;
  search: string;
  onSearch: (text: string) => void;
}

/** The sync state, the last change, and actions on all settings. */
export function SettingsHead({ device, search, onSearch }: Props) {
  const { t } = useTranslation('devices/settings');
  const { settings, words, online, onHistory } = useSettings();
  const [restoring, setRestoring] = useState(false);
  const name = device.nickname || device.sn;
  const retry = useAction(deviceSettingCalls.retry, { done: t('retried', { name }) });
  const { text, ...mark } = syncMark(settings, online);
  const failed = settings.syncState === 'SYNC_FAILED';
  return (
    <header className="ds-head">
      <div className="ds-sync" role="status">
        <StateMark {...mark} word={t(`state.${text}`)} />
        {text === 'IN_SYNC' && settings.reportedAt && <Ago at={settings.reportedAt} />}
        {failed && <small>{t('failedBecause', { reason: words.reasonOf(settings.code) })}</small>}
        {failed && (
          <Allowed call={deviceSettingCalls.retry}>
            <Button icon="refresh" busy={retry.isPending} onClick={() => retry.mutate({ id: device.id })}>
              {t('retry')}
            </Button>
          </Allowed>
        )}
        {settings.updatedAt && (
          <small>
            {settings.origin === 'DEVICE'
              ? t('changedAtRobot')
              : t('changedBy', { who: words.whoOf({ origin: settings.origin, by: settings.updatedBy }) })}
            {', '}
            <Ago at={settings.updatedAt} />
          </small>
        )}
      </div>
      <SearchInput value={search} placeholder={t('search')} className="ds-search" onChange={onSearch} />
      <div className="ds-acts">
        <Button icon="history" onClick={() => onHistory('')}>
          {t('history')}
        </Button>
        <Allowed call={deviceSettingCalls.restoreDefaults}>
          <Button icon="undo" onClick={() => setRestoring(true)}>
            {t('restore')}
          </Button>
        </Allowed>
      </div>
      {restoring && <RestoreDialog device={device} onClose={() => setRestoring(false)} />}
    </header>
  );
}
