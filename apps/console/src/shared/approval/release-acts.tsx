import type { ApprovalFault, ReleaseAct, ReleaseState } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ApproveButton } from './approve-button.tsx';
import { ReleaseDialog, type ReleaseCalls, type ReleaseDialogName } from './release-dialog.tsx';

/** What is approved and then published: an article, a software package. */
export interface Releasable {
  id: string;
  name: string;
  revision: number;
  state: ReleaseState;
  releaseAt: string | null;
  approvalFault: ApprovalFault | null;
}

interface Props {
  row: Releasable;
  calls: ReleaseCalls;
  /** Whether an act is possible in the present state and allowed to the user. */
  may: (act: ReleaseAct) => boolean;
  /** Who reads the reasons of a refusal, and what unlisting does. */
  hints: { reasons: string; unlist: string };
}

/** The buttons that lead from a draft to readers or robots, and back. */
export function ReleaseActs({ row, calls, may, hints }: Props) {
  const { t } = useTranslation('approval');
  const [open, setOpen] = useState<ReleaseDialogName>();
  const { id, revision, name } = row;
  const approve = useAction(calls.review, { done: t('approved', { name }) });
  const publish = useAction(calls.publish, { done: t('published', { name }) });
  return (
    <>
      {may('REFUSE') && <Button onClick={() => setOpen('refuse')}>{t('refuse')}</Button>}
      {may('APPROVE') && (
        <ApproveButton
          fault={row.approvalFault}
          busy={approve.isPending}
          onApprove={() => approve.mutate({ id, revision, approved: true })}
        >
          {t('approve')}
        </ApproveButton>
      )}
      {may('PUBLISH') && (
        <>
          {row.state === 'PENDING_RELEASE' && <Button onClick={() => setOpen('plan')}>{t('plan')}</Button>}
          <Button look="main" busy={publish.isPending} onClick={() => publish.mutate({ id })}>
            {t('publish')}
          </Button>
        </>
      )}
      {may('UNLIST') && <Button onClick={() => setOpen('unlist')}>{t('unlist')}</Button>}
      {open && (
        <ReleaseDialog name={open} row={row} calls={calls} hints={hints} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
