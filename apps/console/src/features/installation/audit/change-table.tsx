import type { AuditChange } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { displayValue, type DisplayValue } from './display-value.ts';

const marks = {
  INSERT: { tone: 'working', icon: 'plus' },
  UPDATE: { tone: 'moving', icon: 'edit' },
  DELETE: { tone: 'fault', icon: 'trash' },
} as const;

/** A created, changed or deleted row with the value of each column before and after. */
export function ChangeTable({ change }: { change: AuditChange }) {
  const { t } = useTranslation('installation/audit');
  const { operation, fields } = change;
  return (
    <section className="log-change">
      <h3>
        <StateMark {...marks[operation]} word={t(`operations.${operation}`)} /> {change.table}
        {change.record.name && ` · ${change.record.name}`}
      </h3>
      <PlainTable look="inline">
        <thead>
          <tr>
            <th>{t('field')}</th>
            {operation !== 'INSERT' && <th>{t('before')}</th>}
            {operation !== 'DELETE' && <th>{t('after')}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, label, before, after }) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {label}
              </th>
              {operation !== 'INSERT' && (
                <td className="log-before">
                  <Value display={displayValue(before, operation === 'UPDATE' ? after : undefined)} />
                </td>
              )}
              {operation !== 'DELETE' && (
                <td>
                  <Value display={displayValue(after, operation === 'UPDATE' ? before : undefined)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}

function Value({ display }: { display: DisplayValue }) {
  const { t } = useTranslation('installation/audit');
  if (display.form === 'hidden') return <em>{t('hidden')}</em>;
  if (display.form === 'long') return <em>{t('long', { count: display.length })}</em>;
  if (display.form === 'boolean') return t(display.value ? 'yes' : 'no');
  if (display.form === 'text') return display.text;
  return (
    <ul>
      {display.items.map(({ text, only }) => (
        <li key={text}>{only ? <strong>{text}</strong> : text}</li>
      ))}
    </ul>
  );
}
