import { otaPackageCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { UpgradeList } from '../../../shared/updates/upgrade-list.tsx';
import { ReleaseMark } from '../../../shared/approval/release-mark.tsx';
import { PackageActs } from './package-acts.tsx';
import { PackageFacts } from './package-facts.tsx';
import { WhitelistPanel } from './whitelist-panel.tsx';
import '../../../kit/ui/panel.css';
import './ota-packages.css';

/** One software package: what it is, how robots come to it, for which robots, and what became of it. */
export function PackagePage() {
  const { t } = useTranslation('updates/packages');
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(otaPackageCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  return (
    <div className="package-page">
      <header className="sl-page-head">
        <div>
          <h1>{data.name}</h1>
          <ReleaseMark state={data.state} />
        </div>
        <div className="sl-page-actions">
          <PackageActs row={data} />
        </div>
      </header>
      {data.reasons !== '' && (
        <p role="note" className="package-reasons">
          <strong>{t('reasons')}</strong> {data.reasons}
        </p>
      )}
      <div className="package-columns">
        <PackageFacts row={data} />
        <div className="package-side">
          <section className="sl-panel">
            <header>
              <h2>{t('upgrades')}</h2>
            </header>
            <UpgradeList packageId={data.id} />
          </section>
          {data.isOwn && data.releaseScope === 'WHITELIST' && <WhitelistPanel row={data} />}
        </div>
      </div>
    </div>
  );
}
