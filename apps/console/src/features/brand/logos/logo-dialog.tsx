import { logoCalls, logoSizes, logoStyles, maxLogoPictures, type LogoStyle } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { session } from '../../../kit/api/session.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { CompanySelect } from '../../../shared/company-filter/company-select.tsx';
import { CutFields } from './cut-fields.tsx';
import { cutOf } from './logo-view.ts';
import { PictureDrop } from './picture-drop.tsx';
import { useLogoDraft } from './use-logo-draft.ts';
import { useLogosChanged } from './use-logos-changed.ts';

interface Props {
  /** The company that the list shows. */
  companyId: string | undefined;
  onClose: () => void;
}

type Draft = ReturnType<typeof useLogoDraft>;

/** Uploads each picture that a logo is cut from, then cuts all logos at once. */
async function store(draft: Draft, companyId: string | undefined): Promise<void> {
  const fileIds = new Map<number, string>();
  const cuts = [];
  for (const style of logoStyles) {
    const { index, view } = draft.choices[style];
    const picture = index === null ? undefined : draft.pictures[index];
    if (!picture || index === null) continue;
    const fileId =
      fileIds.get(index) ??
      (await send(logoCalls.picture, { companyId }, { files: { picture: picture.file } })).fileId;
    fileIds.set(index, fileId);
    cuts.push({ style, fileId, cut: cutOf(style, view, picture) });
  }
  await send(logoCalls.add, { companyId, cuts });
}

/** Cuts logos of a company from one to four pictures. */
export function LogoDialog({ companyId: first, onClose }: Props) {
  const { t } = useTranslation('brand/logos');
  const { t: kit } = useTranslation('kit');
  const [companyId, setCompanyId] = useState(first ?? session.user()?.companyId);
  const draft = useLogoDraft();
  const changed = useLogosChanged();
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () => store(draft, companyId),
    onSuccess: async () => {
      toast({ tone: 'done', text: t('saved') });
      onClose();
      await changed();
    },
  });
  const isEmpty = logoStyles.every((style) => draft.choices[style].index === null);
  return (
    <Dialog
      open
      width={860}
      title={t('add')}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: isEmpty }}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <div className="logo-form">
        <CompanySelect label={t('company')} value={companyId} onChange={setCompanyId} />
        <PictureDrop
          pictures={draft.pictures}
          onFiles={(files) => void draft.add(files)}
          onRemove={draft.remove}
        />
        {draft.fault && (
          <p className="logo-warning" role="alert">
            {t(`faults.${draft.fault.kind}`, { name: draft.fault.name, max: maxLogoPictures })}
          </p>
        )}
        {draft.pictures.length > 0 &&
          logoStyles.map((style) => <StyleFields key={style} style={style} draft={draft} />)}
        <Refusal error={save.error} />
      </div>
    </Dialog>
  );
}

const leave = 'leave';

function StyleFields({ style, draft }: { style: LogoStyle; draft: Draft }) {
  const { t } = useTranslation('brand/logos');
  const { index, view } = draft.choices[style];
  const picture = index === null ? undefined : draft.pictures[index];
  const { width, height } = logoSizes[style];
  return (
    <section className="logo-style" aria-label={t(`styles.${style}`)}>
      <h3>
        {t(`styles.${style}`)} <small>{`${width} × ${height}`}</small>
      </h3>
      <SelectField<string>
        className="logo-select"
        label={t('picture')}
        value={index === null ? leave : String(index)}
        options={[
          ...draft.pictures.map(({ file }, number) => ({ value: String(number), label: file.name })),
          { value: leave, label: t('leave') },
        ]}
        onChange={(next) => draft.change(style, { index: next === leave ? null : Number(next) })}
      />
      {picture && (
        <CutFields
          style={style}
          picture={picture}
          view={view}
          onChange={(next) => draft.change(style, { view: next })}
        />
      )}
    </section>
  );
}
