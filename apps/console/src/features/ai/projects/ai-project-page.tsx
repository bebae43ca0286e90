import { aiProjectCalls, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { useAddress } from '../../../kit/list/use-address.ts';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import './ai-projects.css';
import { StartDialog } from './dialogs/start-dialog.tsx';
import { ProjectActs } from './project-acts.tsx';
import { ProjectOverview } from './project-overview.tsx';
import { RobotTab } from './robot-tab.tsx';

const tabs = { robots: RobotTab, overview: ProjectOverview };
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[];
/** Robots report progress every few seconds. */
const renewMs = 5_000;

/** One project: what its robots collect, and what was asked for. */
export function AiProjectPage() {
  const { t } = useTranslation('ai/projects');
  const navigate = useNavigate();
  const id = useSearchParams()[0].get('id') ?? '';
  const [tab, setTab] = useAddress('tab', 'robots');
  const [starting, setStarting] = useState(false);
  const { data, error, refetch } = useQuery({
    ...callQuery(aiProjectCalls.detail, { id }),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const current = tabNames.find((name) => name === tab) ?? 'robots';
  const Content = tabs[current];
  const isStartable = data.devices > 0 && may(aiProjectCalls.start.allow);
  return (
    <OverviewPage
      title={data.name}
      note={[data.companyName, data.purpose].filter(Boolean).join(' · ')}
      actions={
        <>
          <Button icon="cards" onClick={() => void navigate(pages.aiImages({ projectId: id }))}>
            {t('showImages')}
          </Button>
          {isStartable && (
            <Button look="main" icon="play" onClick={() => setStarting(true)}>
              {t('start')}
            </Button>
          )}
          <ProjectActs project={data} onRemoved={() => void navigate(pages.aiProjects())} />
        </>
      }
    >
      <Tabs
        label={t('tabs')}
        value={current}
        options={tabNames.map((value) => ({ value, text: t(`tab.${value}`) }))}
        onChange={setTab}
      />
      <Content project={data} />
      {starting && <StartDialog project={data} onClose={() => setStarting(false)} />}
    </OverviewPage>
  );
}
