import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Failure } from '../../kit/failure.tsx';
import { usePageName } from '../../kit/page-name.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useAddress } from '../../kit/use-address.ts';
import { DeviceCommandsTab } from './device-commands-tab.tsx';
import './device-detail.css';
import { DeviceHeader } from './device-header.tsx';
import { DeviceLiveTab } from './device-live-tab.tsx';
import { useDevice } from './use-device.ts';

/** One device: how it is, where it is, and what to do about it. The same page serves every model. */
export function DeviceDetailPage() {
  const { t } = useTranslation('devices');
  const [params] = useSearchParams();
  const { data: detail, error, refetch } = useDevice(params.get('id') ?? '');
  const [tab, setTab] = useAddress('tab', 'live');
  usePageName(detail?.device.nickname);

  if (error && !detail) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!detail) {
    return (
      <div className="sl-device-waiting">
        <Skeleton lines={6} />
      </div>
    );
  }
  return (
    <div className="sl-device">
      <DeviceHeader detail={detail} />
      <Tabs
        label={t('tabs')}
        value={tab}
        options={[
          { value: 'live', text: t('tab.live') },
          { value: 'commands', text: t('tab.commands') },
        ]}
        onChange={setTab}
      />
      {tab === 'commands' ? (
        <DeviceCommandsTab deviceId={detail.device.id} />
      ) : (
        <DeviceLiveTab key={detail.device.id} detail={detail} />
      )}
    </div>
  );
}
