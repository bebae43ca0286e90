import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { BelowGroup, PeopleGroup, RobotsGroup } from './company-belongings.tsx';
import { ChangesGroup } from '../dialogs/company-commands.tsx';
import { CompanyActions } from '../company-actions.tsx';
import './company-detail.css';
import { LogoGroup } from '../company-logo.tsx';
import { CompanyState } from '../company-state.tsx';
import { WhatGroup, WhoGroup } from '../company-texts.tsx';
import { useCompany } from '../use-company.ts';
import { useCompanyWords } from '../use-company-words.ts';

/** One company: details, responsible staff, contents and recent changes. */
export function CompanyDetailPage() {
  const { t } = useTranslation('people/companies');
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const words = useCompanyWords();
  const { data, error, refetch } = useCompany(params.get('id') ?? '');
  usePageName(data?.company.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="co-detail-waiting">
        <Skeleton lines={8} />
      </div>
    );
  }
  const { company, way: parents } = data;
  const back = company.type === 2 ? pages.agents() : pages.terminalCompanies();
  return (
    <div className="co-detail">
      <header className="co-detail-head">
        <div>
          <h1>{company.name}</h1>
          <p>{[...parents.map(({ name }) => name), words.type(company)].join(' › ')}</p>
        </div>
        <CompanyState {...company} />
        <div className="sl-page-actions">
          <CompanyActions company={company} onRemoved={() => void navigate(back)} />
        </div>
      </header>
      <div className="co-detail-groups" aria-label={t('company')}>
        <WhatGroup company={company} />
        <WhoGroup company={company} />
        <RobotsGroup detail={data} />
        <PeopleGroup detail={data} />
        {company.type !== 1 && <BelowGroup detail={data} />}
        <LogoGroup company={company} />
        <ChangesGroup detail={data} />
      </div>
    </div>
  );
}
