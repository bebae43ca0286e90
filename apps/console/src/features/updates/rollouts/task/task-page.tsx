import { otaTaskCalls, otaTaskMay } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { Tabs } from '../../../../kit/ui/tabs.tsx';
import { useUpdatesLive } from '../../../../shared/updates/use-updates-live.ts';
import '../../../../kit/ui/panel.css';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { TaskHead } from './task-head.tsx';
import { TaskHistory } from './task-history.tsx';
import { TaskOverview } from './task-overview.tsx';
import { TaskPlan } from './task-plan.tsx';
import { TaskRecords } from './task-records.tsx';
import '../ota-tasks.css';
import './task-page.css';

const tabs = {
  overview: TaskOverview,
  robots: TaskRecords,
  plan: TaskPlan,
  history: TaskHistory,
};
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[];

/** One rollout: how it is, what to do next, its stages and its robots. */
export function TaskPage() {
  const { t } = useTranslation('updates/rollouts');
  const id = useSearchParams()[0].get('id') ?? '';
  const [tab, setTab] = useAddress('tab', 'overview');
  const { data, error, refetch } = useQuery({
    ...callQuery(otaTaskCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data?.name);
  useUpdatesLive(data !== undefined && data.state !== 'DRAFT' && data.endedAt === null);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  if (tab === 'edit' && otaTaskMay(data.state, 'UPDATE') && may(otaTaskCalls.update.allow))
    return <WizardPage key={data.revision} task={data} />;
  const current = tabNames.find((name) => name === tab) ?? 'overview';
  const Content = tabs[current];
  return (
    <div className="rollout-page" data-tab={current}>
      <TaskHead task={data} />
      <Tabs
        label={t('tabs')}
        value={current}
        options={tabNames.map((value) => ({ value, text: t(`tab.${value}`) }))}
        onChange={setTab}
      />
      <Content task={data} />
    </div>
  );
}
