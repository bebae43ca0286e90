import { shellCalls, type ShellSession } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../kit/api/use-action.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';

/** Approves or refuses a request, for people who may. */
export function ApprovalActs({ session: { id, requester, may } }: { session: ShellSession }) {
  const { t } = useTranslation('remote-shell');
  const [refuses, setRefuses] = useState(false);
  const approve = useAction(shellCalls.approve, { done: t('approved', { name: requester.name }) });
  if (!may.approve) return null;
  return (
    <>
      <Button look="main" icon="check" busy={approve.isPending} onClick={() => approve.mutate({ id })}>
        {t('approve')}
      </Button>
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
