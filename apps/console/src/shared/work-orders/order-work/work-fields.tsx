import type { Checklist, CheckItem, WorkOrderWork } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { OrderPictures } from './order-pictures.tsx';
import type { PictureStore } from './picture-store.ts';
import { SignaturePad } from './signature-pad.tsx';
import { WorkChecklist } from './work-checklist.tsx';
import type { DraftPart, WorkDraft } from './work-draft.ts';
import { WorkLabour } from './work-labour.tsx';
import { WorkParts, type PartChoice } from './work-parts.tsx';
import './order-work.css';

type Template = Pick<Checklist, 'id' | 'name' | 'items'>;

interface Props {
  value: WorkDraft;
  onChange: (value: WorkDraft) => void;
  /** The stored work, for what is only shown: the points that the order began with, follow-ups, labour of others. */
  work: WorkOrderWork;
  store: PictureStore;
  readOnly?: boolean;
  /** The checklists that can be chosen. */
  templates?: readonly Template[];
  parts?: readonly PartChoice[];
  onPartSearch?: (keyword: string) => void;
  resetOf?: (part: DraftPart) => ReactNode;
}

const maxWorkPictures = 60;
const noTemplates: readonly Template[] = [];

/** The points of the chosen checklist: those that the order keeps, or those of another template. */
const itemsOf = (
  id: string | null,
  work: WorkOrderWork,
  templates: readonly Template[],
): readonly CheckItem[] =>
  work.checklist?.templateId === id
    ? (work.checklist?.items ?? [])
    : (templates.find((template) => template.id === id)?.items ?? []);

/** A signature covers the answers and parts that the signer saw. The server removes it as well. */
const afterChange = (value: WorkDraft, changes: Partial<WorkDraft>): WorkDraft =>
  changes.answers || changes.parts ? { ...value, ...changes, signature: null } : { ...value, ...changes };

/** Everything that was done for an order: checklist, pictures, parts, labour and signature. */
export function WorkFields({ value, onChange, work, store, readOnly = false, ...choices }: Props) {
  const { t } = useTranslation('order-work');
  const { templates = noTemplates, parts, onPartSearch, resetOf } = choices;
  const change = (changes: Partial<WorkDraft>) => onChange(afterChange(value, changes));
  const items = itemsOf(value.templateId, work, templates);
  const choose = (templateId: string | null) => {
    const ids = new Set(itemsOf(templateId, work, templates).map(({ id }) => id));
    change({ templateId, answers: value.answers.filter(({ itemId }) => ids.has(itemId)) });
  };
  return (
    <div className="ow-fields">
      <section>
        <h3>{t('checklist')}</h3>
        {!readOnly && (
          <TemplateSelect value={value.templateId} work={work} templates={templates} onChange={choose} />
        )}
        {items.length > 0 && (
          <WorkChecklist
            items={items}
            value={value.answers}
            onChange={(answers) => change({ answers })}
            store={store}
            readOnly={readOnly}
            followUps={work.followUps}
          />
        )}
        {readOnly && items.length === 0 && <span className="ow-none">{t('noChecklist')}</span>}
      </section>
      <section>
        <h3>{t('workPictures')}</h3>
        <OrderPictures
          store={store}
          kind="WORK"
          label={t('workPictures')}
          max={maxWorkPictures}
          readOnly={readOnly}
        />
      </section>
      <section>
        <h3>{t('parts')}</h3>
        <WorkParts
          value={value.parts}
          onChange={(next) => change({ parts: next })}
          readOnly={readOnly}
          {...(parts && { choices: parts })}
          {...(onPartSearch && { onSearch: onPartSearch })}
          {...(resetOf && { resetOf })}
        />
      </section>
      <section>
        <h3>{t('labour')}</h3>
        <WorkLabour
          value={value.labourMinutes}
          onChange={(labourMinutes) => change({ labourMinutes })}
          readOnly={readOnly}
          list={work.labour.list}
        />
      </section>
      <section>
        <h3>{t('signature')}</h3>
        {work.signature && !value.signature && <small>{t('signatureVoid')}</small>}
        <SignaturePad
          value={value.signature}
          onChange={(signature) => change({ signature })}
          store={store}
          readOnly={readOnly}
        />
      </section>
    </div>
  );
}

interface SelectProps {
  value: string | null;
  work: WorkOrderWork;
  templates: readonly Template[];
  onChange: (id: string | null) => void;
}

function TemplateSelect({ value, work, templates, onChange }: SelectProps) {
  const { t } = useTranslation('order-work');
  const { checklist } = work;
  const others = templates.filter((template) => template.id !== checklist?.templateId);
  return (
    <SelectField<string>
      className="ow-template"
      label={t('template')}
      value={value ?? ''}
      onChange={(next) => onChange(next || null)}
      options={[
        { value: '', label: t('noChecklist') },
        ...(checklist ? [{ value: checklist.templateId, label: checklist.name }] : []),
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
