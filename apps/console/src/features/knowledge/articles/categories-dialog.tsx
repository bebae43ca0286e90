import { articleCategoryCalls, langs, type ArticleCategory, type Lang } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { currentLang, langNames } from '../../../kit/format/lang.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import '../../../kit/ui/panel.css';

type Open = { act: 'add' } | { act: 'edit' | 'remove'; category: ArticleCategory };

/** The categories of the knowledge base. Their names exist in every language. */
export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('knowledge/articles');
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery({
    ...callQuery(articleCategoryCalls.list, { pageSize: 99 }),
    meta: { silent: true },
  });
  const close = () => setOpen(undefined);
  return (
    <Dialog open title={t('categories')} footer={null} onCancel={onClose}>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : data.list.length === 0 ? (
        <Empty icon="list" title={t('noCategories')} hint={t('noCategoriesHint')} />
      ) : (
        <CategoryList list={data.list} onOpen={setOpen} />
      )}
      <Button icon="plus" onClick={() => setOpen({ act: 'add' })}>
        {t('addCategory')}
      </Button>
      {open?.act === 'add' && <CategoryForm onClose={close} />}
      {open?.act === 'edit' && <CategoryForm category={open.category} onClose={close} />}
      {open?.act === 'remove' && <RemoveCategory category={open.category} onClose={close} />}
    </Dialog>
  );
}

interface ListProps {
  list: readonly ArticleCategory[];
  onOpen: (open: Open) => void;
}

function CategoryList({ list, onOpen }: ListProps) {
  const { t } = useTranslation('knowledge/articles');
  return (
    <ul className="article-categories">
      {list.map((category) => {
        const name = category.names[currentLang()];
        return (
          <li key={category.id}>
            <span>
              {name}
              <small>
                {t('articleCount', { count: category.articles, number: formatNumber(category.articles) })}
              </small>
            </span>
            <RowMenu
              label={name}
              items={[
                category.isOwn && {
                  key: 'edit',
                  text: t('edit'),
                  icon: 'edit',
                  run: () => onOpen({ act: 'edit', category }),
                },
                category.isOwn && {
                  key: 'remove',
                  text: t('remove'),
                  icon: 'trash',
                  danger: true,
                  run: () => onOpen({ act: 'remove', category }),
                },
              ]}
            />
          </li>
        );
      })}
    </ul>
  );
}

const noNames = Object.fromEntries(langs.map((lang) => [lang, ''])) as Record<Lang, string>;

function CategoryForm({ category, onClose }: { category?: ArticleCategory; onClose: () => void }) {
  const { t } = useTranslation('knowledge/articles');
  const fields = langs.map((lang) => (
    <Form.Item key={lang} name={['names', lang]} label={langNames[lang]}>
      <Input maxLength={60} />
    </Form.Item>
  ));
  if (!category)
    return (
      <FormDialog
        title={t('addCategory')}
        call={articleCategoryCalls.add}
        initial={{ names: noNames }}
        submit={t('addCategory')}
        onClose={onClose}
      >
        {fields}
      </FormDialog>
    );
  return (
    <FormDialog
      title={t('editTitle', { name: category.names[currentLang()] })}
      call={articleCategoryCalls.update}
      initial={{ id: category.id, names: category.names }}
      submit={t('save')}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}

function RemoveCategory({ category, onClose }: { category: ArticleCategory; onClose: () => void }) {
  const { t } = useTranslation('knowledge/articles');
  const name = category.names[currentLang()];
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name })}
      call={articleCategoryCalls.remove}
      input={{ id: category.id }}
      act={t('remove')}
      done={t('removed', { name })}
      onClose={onClose}
    >
      {t('removeCategoryHint')}
    </ConfirmCallDialog>
  );
}
