import { elevatorProjectCalls, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { useAddress } from '../../../kit/list/use-address.ts';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import './elevators.css';
import { ElevatorTab } from './elevator-tab.tsx';
import { ModuleTab } from './module-tab.tsx';
import { ProjectActs } from './project-acts.tsx';
import { ProjectOverview } from './project-overview.tsx';
import { RobotTab } from './robot-tab.tsx';

const tabs = { elevators: ElevatorTab, modules: ModuleTab, robots: RobotTab, overview: ProjectOverview };
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[];

const renewMs = 5_000;

/** One elevator project: its elevators with their floors, its modules, and the robots that may ride. */
export function ElevatorPage() {
  const { t } = useTranslation('places/elevators');
  const navigate = useNavigate();
  const id = useSearchParams()[0].get('id') ?? '';
  const [tab, setTab] = useAddress('tab', 'elevators');
  const { data, error, refetch } = useQuery({
    ...callQuery(elevatorProjectCalls.detail, { id }),
    // Modules change what they say at any time.
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const current = tabNames.find((name) => name === tab) ?? 'elevators';
  const Content = tabs[current];
  return (
    <OverviewPage
      title={data.name}
      note={[data.number, data.siteName, data.companyName].join(' · ')}
      actions={<ProjectActs project={data} onRemoved={() => void navigate(pages.elevators())} />}
    >
      <Tabs
        label={t('tabs')}
        value={current}
        options={tabNames.map((value) => ({ value, text: t(`tab.${value}`) }))}
        onChange={setTab}
      />
      <Content project={data} />
    </OverviewPage>
  );
}
