import { agreementCalls, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { AgreementEditor } from './agreement-editor.tsx';
import { mayWrite } from './may-write.ts';

/** One version of an agreement, or a new one: empty, or with the texts of the version before. */
export function AgreementPage() {
  const { t } = useTranslation('knowledge/agreements');
  const [params] = useSearchParams();
  const [id, from] = [params.get('id'), params.get('from')];
  if (id) return <StoredAgreement id={id} />;
  if (!mayWrite(agreementCalls.add))
    return (
      <Empty icon="report" title={t('noChoice')}>
        <Link className="sl-button" to={pages.agreements()}>
          {t('title')}
        </Link>
      </Empty>
    );
  return from ? <StoredAgreement id={from} isStart /> : <AgreementEditor />;
}

function StoredAgreement({ id, isStart = false }: { id: string; isStart?: boolean }) {
  const { data, error, refetch } = useQuery({
    ...callQuery(agreementCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data?.title);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  // The form begins again with each stored revision: an act of another person never overwrites what is typed unseen.
  const key = `${data.id} ${data.revision}`;
  return isStart ? <AgreementEditor key={key} start={data} /> : <AgreementEditor key={key} row={data} />;
}
