import { shellCalls, type ShellSession } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../kit/api/use-action.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { ApproveButton } from '../approval/approve-button.tsx';

/** Approves or refuses a request, for people of whose side an approval is due. */
export function ApprovalActs({ session: { id, requester, may, approvalFault } }: { session: ShellSession }) {
  const { t } = useTranslation('remote-shell');
  const [refuses, setRefuses] = useState(false);
  const approve = useAction(shellCalls.approve, { done: t('approved', { name: requester.name }) });
  if (!may.approve && !approvalFault) return null;
  return (
    <>
      <ApproveButton fault={approvalFault} busy={approve.isPending} onApprove={() => approve.mutate({ id })}>
        {t('approve')}
      </ApproveButton>
      <Button icon="close" onClick={() => setRefuses(true)}>
        {t('refuse')}
      </Button>
      {refuses && (
        <FormDialog
          title={t('refuseTitle', { name: requester.name })}
          call={shellCalls.refuse}
          submit={t('refuse')}
          done={t('refused', { name: requester.name })}
          initial={{ id }}
          onClose={() => setRefuses(false)}
        >
          <Form.Item name="reason" label={t('refuseReason')}>
            <Input.TextArea autoFocus rows={2} maxLength={200} />
          </Form.Item>
        </FormDialog>
      )}
    </>
  );
}
