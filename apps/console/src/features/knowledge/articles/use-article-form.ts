import { articleCalls, pages, type ArticleChange, type ArticleDetail } from '@sweepline/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import {
  aboutOf,
  changedLangs,
  htmlOf,
  textsOf,
  usualChange,
  writtenTexts,
  type About,
  type ArticleStart,
} from './article-draft.ts';

/** What is typed about an article, and how it is saved. Without a row it becomes a new one. */
export function useArticleForm(row: ArticleDetail | undefined, start: ArticleStart | undefined) {
  const { t } = useTranslation('knowledge/articles');
  const navigate = useNavigate();
  const [form] = Form.useForm<About>();
  const [stored] = useState(() => textsOf(row?.texts));
  const [texts, setTexts] = useState(() =>
    start ? { ...stored, [start.lang]: { question: start.question, answer: htmlOf(start.answer) } } : stored,
  );
  const [touched, setTouched] = useState(false);
  const [chosen, setChosen] = useState<ArticleChange>();
  const changed = changedLangs(texts, stored);
  const change = chosen ?? (row ? usualChange(row, changed) : 'MEANING');
  const options = { done: t('savedDraft'), silent: true } as const;
  const add = useAction(articleCalls.add, {
    ...options,
    after: ({ id }) => void navigate(pages.article({ id }), { replace: true }),
  });
  const update = useAction(articleCalls.update, options);
  const showFields = (failure: Error) => {
    if (!(failure instanceof CallError)) return;
    // The fault of one entry of a list is shown at the list.
    const fields = Object.entries(failure.fields).map(([name, reason]) => ({
      name: (name.split('.')[0] ?? name) as keyof About,
      errors: [reason],
    }));
    form.setFields(fields);
  };
  const save = () => {
    const input = { ...aboutOf(row), ...form.getFieldsValue(), texts: writtenTexts(texts) };
    if (row) update.mutate({ id: row.id, revision: row.revision, change, ...input }, { onError: showFields });
    else add.mutate(input, { onError: showFields });
  };
  return {
    form,
    texts,
    setTexts,
    touch: () => setTouched(true),
    change,
    setChange: setChosen,
    changesTexts: changed.length > 0,
    unsaved: touched || changed.length > 0,
    isEmpty: writtenTexts(texts).length === 0,
    save,
    busy: add.isPending || update.isPending,
    isSaved: add.isSuccess || update.isSuccess,
    error: add.error ?? update.error,
  };
}
