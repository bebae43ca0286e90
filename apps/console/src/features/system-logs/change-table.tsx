import type { AuditChange } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { shownValue, type Shown } from './shown-value.ts';

const marks = {
  INSERT: { tone: 'working', icon: 'plus' },
  UPDATE: { tone: 'moving', icon: 'edit' },
  DELETE: { tone: 'fault', icon: 'trash' },
} as const;

/** One row that was made, changed or deleted: what stood in each column before, and what stands there since. */
export function ChangeTable({ change }: { change: AuditChange }) {
  const { t } = useTranslation('system-logs');
  const { operation, fields } = change;
  return (
    <section className="log-change">
      <h3>
        <StateMark {...marks[operation]} word={t(`operations.${operation}`)} /> {change.table}
        {change.record.name && ` · ${change.record.name}`}
      </h3>
      <table>
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
                  <Value shown={shownValue(before, operation === 'UPDATE' ? after : undefined)} />
                </td>
              )}
              {operation !== 'DELETE' && (
                <td>
                  <Value shown={shownValue(after, operation === 'UPDATE' ? before : undefined)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ shown }: { shown: Shown }) {
  const { t } = useTranslation('system-logs');
  if (shown.form === 'hidden') return <em>{t('hidden')}</em>;
  if (shown.form === 'long') return <em>{t('long', { count: shown.length })}</em>;
  if (shown.form === 'boolean') return t(shown.value ? 'yes' : 'no');
  if (shown.form === 'text') return shown.text;
  return (
    <ul>
      {shown.items.map(({ text, only }) => (
        <li key={text}>{only ? <strong>{text}</strong> : text}</li>
      ))}
    </ul>
  );
}
