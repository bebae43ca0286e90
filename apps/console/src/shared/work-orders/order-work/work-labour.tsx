import { workLimits, type WorkOrderWork } from '@sweepline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import './order-work.css';

interface Props {
  /** The minutes of the reader. */
  value: number | null;
  onChange: (value: number | null) => void;
  readOnly?: boolean;
  /** Of all people whose labour the reader may see. */
  list?: WorkOrderWork['labour']['list'];
}

/** The labour time of the reader, and of the others as far as it is shown. */
export function WorkLabour({ value, onChange, readOnly = false, list }: Props) {
  const { t } = useTranslation('order-work');
  const id = useId();
  const others = list?.filter(({ mine }) => readOnly || !mine) ?? [];
  const set = (minutes: number) =>
    onChange(
      Number.isNaN(minutes) ? null : Math.min(workLimits.labourMinutes, Math.max(0, Math.round(minutes))),
    );
  return (
    <div className="ow-labour">
      {!readOnly && (
        <>
          <label htmlFor={id}>{t('myMinutes')}</label>
          <span className="ow-number">
            <input
              id={id}
              className="sl-input"
              type="number"
              inputMode="numeric"
              min={0}
              max={workLimits.labourMinutes}
              value={value ?? ''}
              onChange={({ target }) => set(target.valueAsNumber)}
            />
            <small>{t('minutes')}</small>
          </span>
          <small>{t('labourHint')}</small>
        </>
      )}
      {readOnly && others.length === 0 && <span className="ow-none">{t('none')}</span>}
      {others.length > 0 && (
        <ul>
          {others.map(({ name, minutes, at, mine }) => (
            <li key={`${name} ${at}`}>
              <span>{mine ? t('me') : (name ?? unknown)}</span>
              <b>{t('minutesOf', { count: minutes, shown: formatNumber(minutes) })}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
