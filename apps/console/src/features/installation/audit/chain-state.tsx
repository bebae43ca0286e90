import { auditCalls } from '@sweepline/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery, send } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { formatNumber, formatTimeExact } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

const renewMs = 30_000;

/** State of the hash chain. With access to all entries it offers a verification. */
export function ChainState() {
  const { t } = useTranslation('installation/audit');
  const { data, isPending } = useQuery({
    ...callQuery(auditCalls.chain, {}),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const check = useMutation({ mutationFn: () => send(auditCalls.verify, {}) });
  if (isPending) return <span className="log-chain log-chain-room" aria-busy="true" />;
  if (!data) return null;
  const verification = check.data;
  const fault = verification?.broken;
  const count = formatNumber(verification ? verification.links : (data.sealed?.seq ?? 0));
  const word = fault
    ? t('broken', { seq: fault.seq === null ? '–' : formatNumber(fault.seq), id: fault.itemId })
    : verification
      ? t(verification.whole ? 'verified' : 'verifiedPart', { shown: count })
      : t(data.waiting > 0 ? 'sealing' : 'sealed', { shown: count });
  return (
    <span
      className="log-chain"
      title={data.sealed ? `${formatTimeExact(data.sealed.at)}\n${data.sealed.hash}` : undefined}
    >
      <StateMark
        tone={fault ? 'fault' : verification?.whole ? 'working' : 'quiet'}
        icon={fault ? 'alert' : verification?.whole ? 'check' : 'key'}
        word={word}
      />
      {data.mayVerify && (
        <Button look="quiet" busy={check.isPending} onClick={() => check.mutate()}>
          {t('verify')}
        </Button>
      )}
    </span>
  );
}
