import { privacyCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatTime } from '../../../kit/format/format.ts';
import { RecordPanel } from './record-panel.tsx';

/** Who used "view as" on the account. */
export function AccountViews() {
  const { t } = useTranslation('knowledge/privacy');
  const views = useQuery({ ...callQuery(privacyCalls.viewedBy, {}), meta: { silent: true } });
  return (
    <RecordPanel title={t('views')} query={views} none={t('viewsNone')}>
      {views.data?.list.map(({ id, by, at }) => (
        <li key={id}>
          <span className="sl-panel-what">
            <strong>{by}</strong>
            <small>{formatTime(at)}</small>
          </span>
        </li>
      ))}
    </RecordPanel>
  );
}
