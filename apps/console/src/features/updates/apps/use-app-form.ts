import { appCalls, pages, type AppDetail } from '@sweepline/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { draftOf, type AppDraft } from './app-draft.ts';

/** What is typed about an app, and how it is saved. Without a row it becomes a new one. */
export function useAppForm(row?: AppDetail) {
  const { t } = useTranslation('updates/apps');
  const navigate = useNavigate();
  const [form] = Form.useForm<AppDraft>();
  const [touched, setTouched] = useState(false);
  const options = { done: t('saved'), silent: true } as const;
  const add = useAction(appCalls.add, {
    ...options,
    after: ({ id }) => void navigate(pages.app({ id }), { replace: true }),
  });
  const update = useAction(appCalls.update, options);
  const showFields = (failure: Error) => {
    if (!(failure instanceof CallError)) return;
    // The fault of one entry of a list is shown at the list.
    const fields = Object.entries(failure.fields).map(([name, reason]) => ({
      name: (name.split('.')[0] ?? name) as keyof AppDraft,
      errors: [reason],
    }));
    form.setFields(fields);
  };
  const save = () => {
    const { packageId, platform, ...fields } = { ...draftOf(row), ...form.getFieldsValue(true) } as AppDraft;
    if (row) update.mutate({ id: row.id, revision: row.revision, ...fields }, { onError: showFields });
    else add.mutate({ packageId, platform, ...fields }, { onError: showFields });
  };
  return {
    form,
    touch: () => setTouched(true),
    unsaved: touched,
    save,
    busy: add.isPending || update.isPending,
    isSaved: add.isSuccess || update.isSuccess,
    error: add.error ?? update.error,
  };
}
