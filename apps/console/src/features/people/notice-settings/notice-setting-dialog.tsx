import { noticeSettingCalls, type NoticeChoices, type NoticeSetting } from '@sweepline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { choicesOf, type NoticeField } from './notice-choice.ts';

export interface Draft {
  choices: Required<NoticeChoices>;
  change: (changes: NoticeChoices) => void;
}

interface Props {
  title: string;
  setting: NoticeSetting;
  /** Only these are saved; the other page has the others. */
  fields: readonly NoticeField[];
  onClose: () => void;
  children: (draft: Draft) => ReactNode;
}

/** Edits the choices of one company. A failed save says so and why, beside the fields. */
export function NoticeSettingDialog({ title, setting, fields, onClose, children }: Props) {
  const { t } = useTranslation('people/notice-settings');
  const { t: kit } = useTranslation('kit');
  const [choices, setChoices] = useState(choicesOf(setting));
  const save = useAction(noticeSettingCalls.set, {
    done: t('saved', { name: setting.companyName }),
    after: onClose,
    silent: true,
  });
  const submit = () =>
    save.mutate({
      companyId: setting.id,
      version: setting.version,
      choices: Object.fromEntries(fields.map((field) => [field, choices[field]])),
    });
  return (
    <Dialog
      open
      title={title}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={save.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      {children({ choices, change: (changes) => setChoices((before) => ({ ...before, ...changes })) })}
      {save.error && (
        <div className="notice-failed">
          <strong>{t('failed')}</strong>
          <Refusal error={save.error} />
        </div>
      )}
    </Dialog>
  );
}
