import { agreementCalls, pages, type AgreementDetail } from '@sweepline/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { aboutOf, isChanged, textsOf, writtenTexts, type About } from './agreement-draft.ts';

/** What is typed about an agreement, and how it is saved. Without a row it becomes a new one. */
export function useAgreementForm(row: AgreementDetail | undefined, start: AgreementDetail | undefined) {
  const { t } = useTranslation('knowledge/agreements');
  const navigate = useNavigate();
  const [form] = Form.useForm<About>();
  const [stored] = useState(() => textsOf((row ?? start)?.texts));
  const [texts, setTexts] = useState(stored);
  const [touched, setTouched] = useState(false);
  const options = { done: t('savedDraft'), silent: true } as const;
  const add = useAction(agreementCalls.add, {
    ...options,
    after: ({ id }) => void navigate(pages.agreement({ id }), { replace: true }),
  });
  const update = useAction(agreementCalls.update, options);
  const showFields = (failure: Error) => {
    if (!(failure instanceof CallError)) return;
    const fields = Object.entries(failure.fields).map(([name, reason]) => ({
      name: (name.split('.')[0] ?? name) as keyof About,
      errors: [reason],
    }));
    form.setFields(fields);
  };
  const save = () => {
    const about = { ...aboutOf(row ?? start), ...form.getFieldsValue() };
    const written = writtenTexts(texts);
    const { audiences, isMaterial, validFrom } = about;
    const change = { audiences, isMaterial, validFrom, texts: written };
    if (row) update.mutate({ id: row.id, revision: row.revision, ...change }, { onError: showFields });
    else add.mutate({ ...about, texts: written }, { onError: showFields });
  };
  return {
    form,
    texts,
    setTexts,
    touch: () => setTouched(true),
    unsaved: touched || isChanged(texts, stored),
    isEmpty: writtenTexts(texts).length === 0,
    save,
    busy: add.isPending || update.isPending,
    isSaved: add.isSuccess || update.isSuccess,
    error: add.error ?? update.error,
  };
}
