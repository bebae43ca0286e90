import { DeviceDetailPage } from '../features/devices/detail/device-detail-page.tsx';
import { deviceTabs } from './routes/device-tabs.ts';

/** The page of one device with everything that features know of it. */
export const DevicePage = () => <DeviceDetailPage tabs={deviceTabs} />;
