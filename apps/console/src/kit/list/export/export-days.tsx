import { useTranslation } from 'react-i18next';
import { DateInput } from '../../form/date-input.tsx';

interface Props {
  from: string;
  to: string;
  today: string;
  onFrom: (day: string) => void;
  onTo: (day: string) => void;
}

/** The first and the last day of an export. */
export function ExportDays({ from, to, today, onFrom, onTo }: Props) {
  const { t } = useTranslation('kit');
  return (
    <div className="sl-export-days">
      <label>
        <span>{t('from')}</span>
        <DateInput value={from} max={today} onChange={onFrom} />
      </label>
      <label>
        <span>{t('to')}</span>
        <DateInput value={to} max={today} onChange={onTo} />
      </label>
    </div>
  );
}
