import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Segments } from '../../../kit/ui/segments.tsx';
import { LogListPage } from './list/log-list-page.tsx';
import { LogStore } from './store/log-store.tsx';

const views = ['pulls', 'store'] as const;

/** The logs of robots: the list of what was fetched, or all that is stored as folders. */
export function DeviceLogsPage() {
  const { t } = useTranslation('remote/logs');
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'store' ? 'store' : 'pulls';
  const choice = (
    <Segments
      onlyWay
      label={t('view')}
      value={view}
      options={views.map((value) => ({ value, text: t(`views.${value}`) }))}
      // The views have filters of their own.
      onChange={(next) => setParams(next === 'store' ? { view: next } : {})}
    />
  );
  return view === 'store' ? <LogStore views={choice} /> : <LogListPage views={choice} />;
}
