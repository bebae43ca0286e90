import type { Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import './device-picker.css';
import { formatNumber } from '../../kit/format/format.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useDeviceSearch } from './use-device-search.ts';
import { DeviceMark } from '../words/device-mark.tsx';

interface Props {
  label: string;
  /** `value` and `onChange` are set by the form item. */
  value?: readonly string[];
  onChange?: (ids: string[]) => void;
  narrowed?: Parameters<typeof useDeviceSearch>[0];
  /** Excludes devices, for example those already added. */
  isOffered?: (device: Device) => boolean;
  /** A note shown beside the device. */
  note?: (device: Device) => string | null;
}

const none: readonly string[] = [];
const everyOne = () => true;
const noNote = () => null;

/** Selects several devices by a search on the server. The selection stays when the search changes. */
export function DevicePicker(props: Props) {
  const { label, value = none, onChange, narrowed, isOffered = everyOne, note = noNote } = props;
  const { t } = useTranslation('kit');
  const { devices, total, first, keyword, search } = useDeviceSearch(narrowed);
  const offered = devices.filter(isOffered);
  const chosen = new Set(value);
  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange?.([...next]);
  };
  const ids = offered.map(({ id }) => id);
  const all = ids.length > 0 && ids.every((id) => chosen.has(id));
  return (
    <div className="sl-picker" role="group" aria-label={label}>
      <header>
        <input
          type="search"
          className="sl-input"
          placeholder={t('searchDevices')}
          aria-label={t('searchDevices')}
          value={keyword}
          onChange={(event) => search(event.target.value)}
        />
        <Button look="quiet" disabled={ids.length === 0} onClick={() => choose(ids, !all)}>
          {t(all ? 'chooseNone' : 'chooseShown')}
        </Button>
      </header>
      {first && <Skeleton lines={4} />}
      {!first && offered.length === 0 && <p>{t('noMatch')}</p>}
      <ul>
        {offered.map((device) => (
          <li key={device.id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(device.id)}
                onChange={(event) => choose([device.id], event.target.checked)}
              />
              <span>
                {device.nickname}
                <small>
                  {device.sn} · {device.model}
                  {note(device) && ` · ${note(device)}`}
                </small>
              </span>
              <DeviceMark live={device.live} binding={device.binding} />
            </label>
          </li>
        ))}
      </ul>
      <footer>
        <span>{t('chosen', { count: chosen.size })}</span>
        {total > devices.length && (
          <span>{t('moreDevices', { shown: formatNumber(devices.length), total: formatNumber(total) })}</span>
        )}
      </footer>
    </div>
  );
}
