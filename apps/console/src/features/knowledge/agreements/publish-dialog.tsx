import {
  agreementCalls,
  isAcceptedKind,
  type AgreementDetail,
  type AgreementEffect,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

/** Publishes a version after it said who will have to act. */
export function PublishDialog({ row, onClose }: { row: AgreementDetail; onClose: () => void }) {
  const { t } = useTranslation('knowledge/agreements');
  const { id, revision, title: name } = row;
  const { data } = useQuery({ ...callQuery(agreementCalls.effect, { id }), staleTime: 0 });
  return (
    <ConfirmCallDialog
      title={t('publishTitle', { name })}
      call={agreementCalls.publish}
      input={{ id, revision }}
      act={t('publish')}
      done={t('published', { name })}
      onClose={onClose}
    >
      {data ? <p>{t(...effectWords(row, data))}</p> : <Skeleton lines={2} />}
      <p>{t('publishHint')}</p>
    </ConfirmCallDialog>
  );
}

/** The words for what a publication asks. */
function effectWords({ kind, isMaterial }: AgreementDetail, { accounts, companies, sites }: AgreementEffect) {
  const counts = {
    accounts: formatNumber(accounts),
    companies: formatNumber(companies),
    sites: formatNumber(sites),
  };
  if (!isAcceptedKind(kind)) return ['effect.sites', counts] as const;
  if (!isMaterial) return ['effect.notice', counts] as const;
  return [kind === 'DATA_PROCESSING' ? 'effect.companies' : 'effect.accounts', counts] as const;
}
