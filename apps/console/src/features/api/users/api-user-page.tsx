import { apiUserCalls, pages } from '@sweepline/contract';
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
import { ApiUserActions } from './api-user-actions.tsx';
import { ApiUserOverview } from './api-user-overview.tsx';
import './api-users.css';
import { KeyList } from './keys/key-list.tsx';
import { RequestList } from './use/request-list.tsx';
import { UsageTab } from './use/usage-tab.tsx';
import { DeliveryList } from './webhooks/deliveries/delivery-list.tsx';
import { EventList } from './webhooks/events/event-list.tsx';
import { WebhookList } from './webhooks/webhook-list.tsx';

const tabs = {
  overview: ApiUserOverview,
  keys: KeyList,
  usage: UsageTab,
  requests: RequestList,
  webhooks: WebhookList,
  deliveries: DeliveryList,
  events: EventList,
};
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[];

/** One API user: what it may do, what it did today, its keys, its webhooks, and the events that it may read. */
export function ApiUserPage() {
  const { t } = useTranslation('api/users');
  const id = useSearchParams()[0].get('id') ?? '';
  const [tab] = useAddress('tab', 'overview');
  const navigate = useNavigate();
  // Without the filters of the tab before, whose names mean something else here.
  const setTab = (next: Tab) => void navigate(pages.apiUser({ id, tab: next }), { replace: true });
  const { data, error, refetch } = useQuery({
    ...callQuery(apiUserCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const current = tabNames.find((name) => name === tab) ?? 'overview';
  const Content = tabs[current];
  return (
    <OverviewPage title={data.name} note={data.companyName} actions={<ApiUserActions user={data} />}>
      <Tabs
        label={t('tabs')}
        value={current}
        options={tabNames.map((value) => ({ value, text: t(`tab.${value}`) }))}
        onChange={setTab}
      />
      <Content user={data} />
    </OverviewPage>
  );
}
