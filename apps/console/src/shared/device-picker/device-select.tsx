import type { Device } from '@sweepline/contract';
import { Select } from 'antd';
import { useDeviceSearch } from './use-device-search.ts';

type Narrowed = Parameters<typeof useDeviceSearch>[0];

type Named = Pick<Device, 'id' | 'nickname' | 'sn'>;

interface Props {
  label: string;
  /** The id of the chosen device. */
  value: string | null;
  onChange: (id: string) => void;
  /** Devices offered in addition to the list, such as the one named in the address. */
  known?: readonly Named[] | undefined;
  /** Ids that are not offered. */
  without?: readonly string[];
  narrowed?: Narrowed;
}

const none: readonly string[] = [];
const noDevices: readonly Named[] = [];

/** Selects one device by nickname or serial number. */
export function DeviceSelect({ label, value, onChange, known = noDevices, without = none, narrowed }: Props) {
  const { devices, search } = useDeviceSearch(narrowed);
  const offered: Named[] = [
    ...known.filter(({ id }) => devices.every((device) => device.id !== id)),
    ...devices,
  ];
  return (
    <Select
      aria-label={label}
      placeholder={label}
      className="sl-filter"
      popupMatchSelectWidth={false}
      value={value}
      showSearch={{ onSearch: search, filterOption: false }}
      onChange={onChange}
      options={offered
        .filter(({ id }) => !without.includes(id))
        .map(({ id, nickname, sn }) => ({ value: id, label: `${nickname} · ${sn}` }))}
    />
  );
}
