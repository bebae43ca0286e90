import { checklistCalls, type Checklist } from '@sweepline/contract';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { PointList } from './point-list.tsx';
import { newPoint } from './point-draft.ts';

interface Props {
  /** The template to edit, or to read. Without it the dialog creates one of the own company. */
  checklist?: Checklist;
  onClose: () => void;
}

/** Edits a checklist: its points in their order, and what is needed before an order is resolved. */
export function ChecklistDialog({ checklist, onClose }: Props) {
  const { t } = useTranslation('service/checklists');
  const { t: kit } = useTranslation('kit');
  const readOnly = checklist?.isInherited === true || !may(checklistCalls.create.allow);
  const [draft, setDraft] = useState({
    name: checklist?.name ?? '',
    items: checklist?.items ?? [newPoint()],
    requiresPhoto: checklist?.requiresPhoto ?? false,
    requiresSignature: checklist?.requiresSignature ?? false,
  });
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });
  const options = { done: t('saved', { name: draft.name }), after: onClose, silent: true };
  const create = useAction(checklistCalls.create, options);
  const update = useAction(checklistCalls.update, options);
  const submit = () =>
    checklist
      ? update.mutate({ id: checklist.id, version: checklist.version, ...draft })
      : create.mutate(draft);
  return (
    <Dialog
      open
      width={760}
      title={readOnly ? draft.name : checklist ? t('editTitle', { name: checklist.name }) : t('add')}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={create.isPending || update.isPending}
      okButtonProps={{ disabled: draft.name.trim() === '' || draft.items.length === 0 }}
      {...(readOnly && { footer: null })}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="checklist-form">
        {!readOnly && (
          <label>
            <span>{t('name')}</span>
            <Input
              maxLength={80}
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          </label>
        )}
        <PointList items={draft.items} readOnly={readOnly} onChange={(items) => change({ items })} />
        <fieldset className="checklist-needs" disabled={readOnly}>
          <legend>{t('beforeResolving')}</legend>
          <Checkbox
            checked={draft.requiresPhoto}
            onChange={({ target }) => change({ requiresPhoto: target.checked })}
          >
            {t('requiresPhoto')}
          </Checkbox>
          <Checkbox
            checked={draft.requiresSignature}
            onChange={({ target }) => change({ requiresSignature: target.checked })}
          >
            {t('requiresSignature')}
          </Checkbox>
        </fieldset>
        {checklist && !readOnly && <p className="checklist-hint">{t('changeHint')}</p>}
        <Refusal error={create.error ?? update.error} />
      </div>
    </Dialog>
  );
}
