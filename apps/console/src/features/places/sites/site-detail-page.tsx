import { sitePlanCalls, type SiteDetail, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { SiteTargetsButton } from '../../../shared/site-targets/site-targets-button.tsx';
import { FloorView } from './floor-view.tsx';
import { FloorsButton } from './floors-button.tsx';
import { SiteActs } from './site-acts.tsx';
import './site-page.css';

/** Page of a site with a tab for each floor. */
export function SiteDetailPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(sitePlanCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return <Site site={data} />;
}

function Site({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('places/sites');
  const navigate = useNavigate();
  const [chosen, setChosen] = useAddress('floor', site.levels[0]?.id);
  const floor = site.levels.find(({ id }) => id === chosen) ?? site.levels[0];
  return (
    <section className="site-page">
      <header className="sl-page-head">
        <div>
          <h1>{site.name}</h1>
          <p>{[site.address, site.timezone, site.companyName].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="sl-page-actions">
          <SiteTargetsButton siteId={site.id} />
          <FloorsButton site={site} />
          <SiteActs site={site} onRemoved={() => void navigate(pages.sites())} />
        </div>
      </header>
      {floor ? (
        <>
          <Tabs
            label={t('floors')}
            value={floor.id}
            options={site.levels.map(({ id, name }) => ({ value: id, text: name }))}
            onChange={setChosen}
          />
          <FloorView key={floor.id} site={site} floor={floor} />
        </>
      ) : (
        <Empty icon="layers" title={t('noFloors')} hint={t('noFloorsHint')}>
          <FloorsButton site={site} />
        </Empty>
      )}
    </section>
  );
}
