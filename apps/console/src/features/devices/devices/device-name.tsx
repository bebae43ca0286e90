import type { Device } from '@sweepline/contract';
import { Link } from 'react-router';
import { deviceAddress } from './device-address.ts';

/** The nickname of a device above its serial number. */
export const DeviceName = ({ device }: { device: Device }) => (
  <>
    <Link className="sl-identity" to={deviceAddress(device)} title={device.nickname}>
      {device.nickname}
    </Link>
    <small>
      {device.sn} · {device.model}
    </small>
  </>
);
