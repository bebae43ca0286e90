import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { clockOf, dayOf, momentAt } from '../../../../kit/format/days.ts';
import { formatDuration } from '../../../../kit/format/format.ts';
import { DateInput } from '../../../../kit/form/date-input.tsx';

interface Appointment {
  from: string;
  until: string;
}
interface Props {
  zone: string;
  /** False without a site: the zone is then that of the reader. */
  isOfSite: boolean;
}

const minuteMs = 60_000;
const usualMinutes = 60;
const lengths = [30, 60, 90, 120, 180, 240, 480];

/** The visit, in wall-clock time of the place where it is. */
export function AppointmentField({ zone, isOfSite }: Props) {
  const { t } = useTranslation('service/orders');
  return (
    <Form.Item
      name="appointment"
      label={t('appointment')}
      extra={t(isOfSite ? 'zoneOfSite' : 'zoneOfReader', { zone })}
    >
      <AppointmentInput zone={zone} />
    </Form.Item>
  );
}

interface InputProps {
  zone: string;
  /** Given by the form. */
  id?: string;
  value?: Appointment | null;
  onChange?: (appointment: Appointment | null) => void;
}

function AppointmentInput({ zone, id, value = null, onChange }: InputProps) {
  const { t } = useTranslation('service/orders');
  const minutes = value ? (Date.parse(value.until) - Date.parse(value.from)) / minuteMs : usualMinutes;
  const wall = value ? `${dayOf(value.from, zone)}T${clockOf(value.from, zone)}` : '';
  const set = (from: string, length: number) =>
    onChange?.({ from, until: new Date(Date.parse(from) + length * minuteMs).toISOString() });
  const options = [...new Set([...lengths, minutes])].toSorted((a, b) => a - b);
  return (
    <div className="order-fields">
      <DateInput
        kind="moment"
        {...(id && { id })}
        value={wall}
        onChange={(next) => {
          if (next === '') return onChange?.(null);
          set(momentAt(next.slice(0, 10), next.slice(11, 16), zone), minutes);
        }}
      />
      <Select<number>
        aria-label={t('appointmentLength')}
        value={minutes}
        disabled={value === null}
        onChange={(length) => value && set(value.from, length)}
        options={options.map((length) => ({ value: length, label: formatDuration(length * 60) }))}
      />
    </div>
  );
}
