import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Segments } from '../../../kit/ui/segments.tsx';
import { DueList } from './due-list.tsx';
import { PlanList } from './plan-list.tsx';
import './maintenance.css';

/** Maintenance plans, and the robots that are due by them. A link that names a plan or a robot leads to the due robots. */
export function PlanListPage() {
  const { t } = useTranslation('service/maintenance');
  const [params, setParams] = useSearchParams();
  const isDue = params.get('view') === 'due' || params.has('id') || params.has('deviceId');
  const views = (
    <Segments
      onlyWay
      label={t('view')}
      value={isDue ? 'due' : 'plans'}
      options={[
        { value: 'plans', text: t('plans') },
        { value: 'due', text: t('due') },
      ]}
      onChange={(view) => setParams(view === 'due' ? { view } : {})}
    />
  );
  return isDue ? <DueList views={views} planId={params.get('id')} /> : <PlanList views={views} />;
}
