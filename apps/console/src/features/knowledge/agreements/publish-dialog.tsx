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
      {data ? <p>{t(`effect.${effectOf(row)}`, countsOf(data))}</p> : <Skeleton lines={2} />}
      <p>{t('publishHint')}</p>
    </ConfirmCallDialog>
  );
}

const countsOf = ({ accounts, companies, sites }: AgreementEffect) => ({
  accounts: formatNumber(accounts),
  companies: formatNumber(companies),
  sites: formatNumber(sites),
});

/** What a publication asks: of sites, of companies or of accounts, or nothing. */
function effectOf({ kind, isMaterial }: AgreementDetail) {
  if (!isAcceptedKind(kind)) return 'sites';
  if (!isMaterial) return 'notice';
  return kind === 'DATA_PROCESSING' ? 'companies' : 'accounts';
}
