import { shellCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { useSession } from '../../../kit/api/session.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Ago } from '../../../kit/format/ago.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import './remote-access.css';

/** Whether the own company approves shells of others on its robots; only it decides that. */
export function ShellPolicyButton() {
  const { t } = useTranslation('remote/remote-access');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="terminal" onClick={() => setOpen(true)}>
        {t('policy')}
      </Button>
      {isOpen && <ShellPolicyDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ShellPolicyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('remote/remote-access');
  const { companyId = '', companyName = '' } = useSession() ?? {};
  return (
    <Dialog open title={t('policyOf', { company: companyName })} footer={null} onCancel={onClose}>
      <div className="sl-access-policy">
        <Policy companyId={companyId} />
      </div>
    </Dialog>
  );
}

function Policy({ companyId }: { companyId: string }) {
  const { t } = useTranslation('remote/remote-access');
  const { data, error, refetch } = useQuery({
    ...callQuery(shellCalls.policy, { companyId }),
    meta: { silent: true },
  });
  const set = useAction(shellCalls.setPolicy, { done: t('policySaved') });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={2} />;
  const { ownerApproves, changedAt, changedBy } = data;
  return (
    <>
      <Checkbox
        checked={ownerApproves}
        disabled={set.isPending}
        onChange={({ target }) => set.mutate({ companyId, ownerApproves: target.checked })}
      >
        {t('policyOwner')}
      </Checkbox>
      <p>{t('policyHint')}</p>
      {changedAt && (
        <small>
          {t('policyChanged', { name: changedBy })} · <Ago at={changedAt} />
        </small>
      )}
    </>
  );
}
