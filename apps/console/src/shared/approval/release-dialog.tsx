import type { byId, Call, publishInput, reviewInput } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { MomentField } from '../../kit/form/moment-field.tsx';
import type { Releasable } from './release-acts.tsx';

export interface ReleaseCalls {
  review: Call<typeof reviewInput>;
  publish: Call<typeof publishInput>;
  unlist: Call<typeof byId>;
}
export type ReleaseDialogName = 'refuse' | 'plan' | 'unlist';

interface Props {
  name: ReleaseDialogName;
  row: Pick<Releasable, 'id' | 'name' | 'revision' | 'releaseAt'>;
  calls: ReleaseCalls;
  hints: { reasons: string; unlist: string };
  onClose: () => void;
}

const dayMs = 86_400_000;

/** Refuses a draft with reasons, plans its publication, or takes it from its readers. */
export function ReleaseDialog({ name: dialog, row, calls, hints, onClose }: Props) {
  const { t } = useTranslation('approval');
  // The field has always a time: without one it would be published at once.
  const [tomorrow] = useState(() => new Date(Date.now() + dayMs).toISOString());
  const { id, revision, name } = row;
  switch (dialog) {
    case 'refuse':
      return (
        <FormDialog
          title={t('refuseTitle', { name })}
          call={calls.review}
          initial={{ id, revision, approved: false, reasons: '' }}
          submit={t('refuse')}
          done={t('refused', { name })}
          onClose={onClose}
        >
          <Form.Item name="reasons" label={t('reasons')} extra={hints.reasons}>
            <Input.TextArea rows={4} maxLength={2_000} />
          </Form.Item>
        </FormDialog>
      );
    case 'plan':
      return (
        <FormDialog
          title={t('planTitle', { name })}
          call={calls.publish}
          initial={{ id, at: row.releaseAt ?? tomorrow }}
          submit={t('planSubmit')}
          done={t('planned', { name })}
          onClose={onClose}
        >
          <Form.Item name="at" label={t('at')} extra={t('atHint')}>
            <MomentField />
          </Form.Item>
        </FormDialog>
      );
    case 'unlist':
      return (
        <ConfirmCallDialog
          title={t('unlistTitle', { name })}
          call={calls.unlist}
          input={{ id }}
          act={t('unlist')}
          done={t('unlisted', { name })}
          onClose={onClose}
        >
          {hints.unlist}
        </ConfirmCallDialog>
      );
  }
}
