import { deviceName } from './use-device-choices.ts';

interface Props {
  device: { sn: string; nickname: string; model: string };
}

/** A device in two lines: what people call it, and what stands on its plate. */
export const DeviceName = ({ device }: Props) => (
  <span>
    {deviceName(device)}
    <small>
      {device.sn} · {device.model}
    </small>
  </span>
);
