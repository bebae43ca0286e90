import { deviceName } from './use-device-choices.ts';

interface Props {
  device: { sn: string; nickname: string; model: string };
}

/** A device in two lines: its name, and its serial number and model. */
export const DeviceName = ({ device }: Props) => (
  <span>
    {deviceName(device)}
    <small>
      {device.sn} · {device.model}
    </small>
  </span>
);
