import type { Device } from '@sweepline/contract';
import { CustodyView } from '../../../shared/custody/custody-view.tsx';

/** The custody history of a device. */
export const CustodyTab = ({ detail: { device } }: { detail: { device: Device } }) => (
  <CustodyView key={device.id} deviceId={device.id} />
);
