import type { Device } from '@sweepline/contract';
import { Link } from 'react-router';
import { deviceAddress } from './device-address.ts';

/** Who it is, in two lines: the name people gave it, then what stands on its plate. */
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
