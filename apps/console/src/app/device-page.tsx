import { DeviceDetailPage } from '../features/devices/devices/detail/device-detail-page.tsx';
import { deviceTabs } from './routes/device-tabs.ts';

/** The page of one device, with the tabs that the features contribute. */
export const DevicePage = () => <DeviceDetailPage tabs={deviceTabs} />;
