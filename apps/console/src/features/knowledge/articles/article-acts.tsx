import { articleCalls, articleMay, pages, type ArticleDetail } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { MomentField } from '../../../kit/form/moment-field.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { ApproveButton } from '../../../shared/approval/approve-button.tsx';
import { mayWrite } from './may-write.ts';

const { review, publish, unlist, remove } = articleCalls;
type Act = 'refuse' | 'plan' | 'unlist' | 'remove';

interface Props {
  row: ArticleDetail;
  /** With unsaved changes another text would be judged than the one on the page. */
  disabled: boolean;
}

/** What the user may do with an article in its present state. */
export function ArticleActs({ row, disabled }: Props) {
  const { t } = useTranslation('knowledge/articles');
  const [act, setAct] = useState<Act>();
  const { id, revision, state, question: name } = row;
  const approve = useAction(review, { done: t('approved', { name }) });
  const release = useAction(publish, { done: t('published', { name }) });
  if (disabled) return null;
  const mayReview = articleMay(row, 'APPROVE') && mayWrite(review);
  const mayPublish = articleMay(row, 'PUBLISH') && mayWrite(publish);
  const mayRemove = articleMay(row, 'DELETE') && mayWrite(remove);
  return (
    <>
      {mayReview && (
        <>
          {articleMay(row, 'REFUSE') && <Button onClick={() => setAct('refuse')}>{t('refuse')}</Button>}
          <ApproveButton
            fault={row.approvalFault}
            busy={approve.isPending}
            onApprove={() => approve.mutate({ id, revision, approved: true })}
          >
            {t('approve')}
          </ApproveButton>
        </>
      )}
      {mayPublish && (
        <>
          {state === 'PENDING_RELEASE' && <Button onClick={() => setAct('plan')}>{t('plan')}</Button>}
          <Button look="main" busy={release.isPending} onClick={() => release.mutate({ id })}>
            {t('publish')}
          </Button>
        </>
      )}
      {articleMay(row, 'UNLIST') && mayWrite(unlist) && (
        <Button onClick={() => setAct('unlist')}>{t('unlist')}</Button>
      )}
      {mayRemove && (
        <RowMenu
          label={name}
          items={[
            { key: 'remove', text: t('remove'), icon: 'trash', danger: true, run: () => setAct('remove') },
          ]}
        />
      )}
      <ActDialog row={row} act={act} onClose={() => setAct(undefined)} />
    </>
  );
}

interface DialogProps {
  row: ArticleDetail;
  act: Act | undefined;
  onClose: () => void;
}

function ActDialog({ row, act, onClose }: DialogProps) {
  const { t } = useTranslation('knowledge/articles');
  const navigate = useNavigate();
  // The field has always a time: without one the article would be published at once.
  const [tomorrow] = useState(() => new Date(Date.now() + 86_400_000).toISOString());
  const { id, revision, question: name } = row;
  switch (act) {
    case 'refuse':
      return (
        <FormDialog
          title={t('refuseTitle', { name })}
          call={review}
          initial={{ id, revision, approved: false, reasons: '' }}
          submit={t('refuse')}
          done={t('refused', { name })}
          onClose={onClose}
        >
          <Form.Item name="reasons" label={t('reasons')} extra={t('reasonsHint')}>
            <Input.TextArea rows={4} maxLength={2_000} />
          </Form.Item>
        </FormDialog>
      );
    case 'plan':
      return (
        <FormDialog
          title={t('planTitle', { name })}
          call={publish}
          initial={{ id, at: row.releaseAt ?? tomorrow }}
          submit={t('planSubmit')}
          done={t('planned', { name })}
          onClose={onClose}
        >
          <Form.Item name="at" label={t('at')}>
            <MomentField />
          </Form.Item>
        </FormDialog>
      );
    case 'unlist':
      return (
        <ConfirmCallDialog
          title={t('unlistTitle', { name })}
          call={unlist}
          input={{ id }}
          act={t('unlist')}
          done={t('unlisted', { name })}
          onClose={onClose}
        >
          {t('unlistHint')}
        </ConfirmCallDialog>
      );
    case 'remove':
      return (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          after={() => void navigate(pages.articles())}
          onClose={onClose}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      );
    default:
      return null;
  }
}
