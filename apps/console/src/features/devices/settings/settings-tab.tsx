import { deviceSettingCalls, type deviceCalls, type DeviceSettings, type Output } from '@sweepline/contract';
import { flatSettings } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { may } from '../../../kit/api/may.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import './device-settings.css';
import { HistoryDrawer } from './history-drawer.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingsContext } from './settings-context.ts';
import { SettingGroups } from './setting-groups.tsx';
import { SettingsHead } from './settings-head.tsx';
import { useSaving } from './use-saving.ts';
import { useSettingDraft, requestedOf } from './use-setting-draft.ts';
import { useSettingWords } from './use-setting-words.ts';

type Detail = Output<typeof deviceCalls.detail>;

const followMs = 1_500;
const restMs = 15_000;
const isMoving = (settings: DeviceSettings | undefined) =>
  settings?.syncState === 'AWAITING_SYNC' || settings?.syncState === 'SYNCING' || settings?.editedAtRobot;

/** The settings of one robot by its model: requested and reported values. */
export function SettingsTab({ detail }: { detail: Detail }) {
  const { device, live } = detail;
  const online = live.connection.state === 'ONLINE';
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceSettingCalls.detail, { id: device.id }),
    refetchInterval: ({ state }) => (online && isMoving(state.data) ? followMs : restMs),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="ds-page">
        <Skeleton lines={12} />
      </div>
    );
  }
  return <SettingsPage key={device.id} detail={detail} settings={data} online={online} />;
}

interface PageProps {
  detail: Detail;
  settings: DeviceSettings;
  online: boolean;
}

function SettingsPage({ detail: { device }, settings, online }: PageProps) {
  const { t } = useTranslation('devices/settings');
  const words = useSettingWords(settings.model);
  const draft = useSettingDraft(settings);
  const saving = useSaving(device, settings, draft, online);
  const [search, setSearch] = useState('');
  // Not in the URL: opening the history must not trigger the warning about unsaved changes.
  const [past, setPast] = useState('');
  const readOnly = !may(deviceSettingCalls.update.allow);
  const page = {
    settings,
    words,
    draft,
    online,
    readOnly,
    faults: saving.faults,
    requested: requestedOf(settings),
    reported: flatSettings(settings.reported ?? {}),
    onHistory: (name: string) => setPast(name || 'all'),
  };
  return (
    <SettingsContext value={page}>
      <div className="ds-page">
        <SettingsHead device={device} search={search} onSearch={setSearch} />
        {readOnly && <p className="ds-note">{t('readOnly')}</p>}
        {settings.conflicts.map((conflict) => (
          <ConflictPanel key={conflict.id} conflict={conflict} />
        ))}
        <SettingGroups search={search} />
        <SaveBar device={device} busy={saving.busy} onSave={saving.save} />
      </div>
      {past && (
        <HistoryDrawer
          device={device}
          name={past === 'all' ? null : past}
          onAll={() => setPast('all')}
          onClose={() => setPast('')}
        />
      )}
      <LeaveGuard unsaved={draft.count > 0} title={t('leave', { name: device.nickname || device.sn })} />
    </SettingsContext>
  );
}
