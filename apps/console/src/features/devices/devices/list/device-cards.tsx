import type { Device } from '@sweepline/contract';
import { DeviceCard } from './device-card.tsx';
import './device-cards.css';

export const DeviceCards = ({ devices }: { devices: Device[] }) => (
  <ul className="sl-device-cards">
    {devices.map((device) => (
      <DeviceCard key={device.id} device={device} />
    ))}
  </ul>
);
