import { permissions } from '@sweepline/contract';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { may } from '../../../../kit/api/may.ts';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { DeviceCommandsTab } from './device-commands-tab.tsx';
import './device-detail.css';
import { DeviceBanner } from './device-banner.tsx';
import { DeviceHeader } from './device-header.tsx';
import { DeviceLiveTab } from './device-live-tab.tsx';
import type { DeviceTab } from './device-tab.ts';
import { DeviceTabs } from './device-tabs.tsx';
import { ConnectionRefusalStrip } from '../refusals/connection-refusal-strip.tsx';
import { useLiveDevice } from '../../../../shared/robot/use-live-device.ts';
import type { DeviceDetail } from '../device-detail.ts';

const ownTabs: DeviceTab[] = [
  // Another robot remounts the page: the selection on the map belongs to the previous one.
  {
    key: 'live',
    allow: permissions.deviceList,
    Tab: ({ detail }) => <DeviceLiveTab key={detail.device.id} detail={detail} />,
  },
  {
    key: 'commands',
    allow: permissions.deviceList,
    Tab: ({ detail }) => <DeviceCommandsTab deviceId={detail.device.id} />,
  },
];

const none: readonly DeviceTab[] = [];

/** The tabs that this user may see and this device supports. */
const offered = (tabs: readonly DeviceTab[], { capabilities }: DeviceDetail) =>
  tabs.filter(
    ({ allow, capability }) =>
      may(allow) && (!capability || [capability].flat().some((it) => capabilities.includes(it))),
  );

/** One device: state, position and actions. All models use the same page. */
export function DeviceDetailPage({ tabs = none }: { tabs?: readonly DeviceTab[] }) {
  const [params] = useSearchParams();
  const { data: detail, error, refetch } = useLiveDevice(params.get('id') ?? '');
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
  const visibleTabs = offered([...ownTabs, ...tabs], detail);
  const { Tab, key } = visibleTabs.find((one) => one.key === tab) ?? ownTabs[0]!;
  return (
    <div className="sl-device">
      <DeviceHeader detail={detail} />
      <DeviceBanner device={detail.device} />
      <ConnectionRefusalStrip detail={detail} />
      <DeviceTabs offered={visibleTabs.map((one) => one.key)} value={key} onChange={setTab} />
      <Suspense fallback={<Skeleton lines={6} />}>
        <Tab detail={detail} />
      </Suspense>
    </div>
  );
}
