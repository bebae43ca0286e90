import { openEventNames, openEvents } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';

/** Every event with its meaning and what it is about. */
export function EventTable() {
  const { t } = useTranslation('api/users/docs');
  const { t: events } = useTranslation('api/users/webhooks');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('event')}</th>
          <th scope="col">{t('meaning')}</th>
          <th scope="col">{t('about')}</th>
        </tr>
      </thead>
      <tbody>
        {openEventNames.map((name) => (
          <tr key={name}>
            <th scope="row" data-label={t('event')}>
              <code>{name}</code>
            </th>
            <td data-label={t('meaning')}>{events(`names.${name}`)}</td>
            <td data-label={t('about')}>
              <code>{openEvents[name]}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
