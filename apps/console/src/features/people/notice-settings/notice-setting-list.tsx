import { noticeSettingCalls, type NoticeSetting } from '@sweepline/contract';
import { useMemo, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import type { Column } from '../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { unknown } from '../../../kit/format/format.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import type { NoticeField } from './notice-choice.ts';
import './notice-settings.css';

interface Props {
  title: string;
  /** The fields of this page: a company that has chosen none of them inherits all. */
  fields: readonly NoticeField[];
  columns: readonly Column<NoticeSetting>[];
  dialog: ComponentType<{ setting: NoticeSetting; onClose: () => void }>;
}

type ColumnProps = Pick<Props, 'fields' | 'columns'> & { onEdit: (setting: NoticeSetting) => void };

function useCompanyColumns({ fields, columns, onEdit }: ColumnProps): Column<NoticeSetting>[] {
  const { t } = useTranslation('people/notice-settings');
  return useMemo(
    () => [
      {
        key: 'company',
        title: t('company'),
        width: '22%',
        cell: (row) => (
          <>
            {may(noticeSettingCalls.set.allow) ? (
              <button type="button" className="notice-company" onClick={() => onEdit(row)}>
                {row.companyName}
              </button>
            ) : (
              row.companyName
            )}
            <small>{t(fields.some((field) => row.own[field] !== null) ? 'own' : 'allInherited')}</small>
          </>
        ),
      },
      ...columns,
      {
        key: 'changed',
        title: t('changed'),
        width: '150px',
        cell: ({ updatedAt, updatedBy }) =>
          updatedAt ? <AgoBy at={updatedAt} by={updatedBy ?? ''} /> : unknown,
      },
    ],
    [t, fields, columns, onEdit],
  );
}

/** Companies with their rules of notices. A company's name opens the dialog. */
export function NoticeSettingList({ title, fields, columns, dialog: Dialog }: Props) {
  const { t } = useTranslation('people/notice-settings');
  const list = useList(noticeSettingCalls.list);
  const [edited, setEdited] = useState<NoticeSetting>();
  return (
    <>
      <ListPage
        title={title}
        list={list}
        columns={useCompanyColumns({ fields, columns, onEdit: setEdited })}
        filters={
          <>
            <SearchFilter placeholder={t('company')} />
            <ChoiceFilter
              name="chosen"
              label={t('chosen')}
              options={[
                { value: 'true', label: t('chosenYes') },
                { value: 'false', label: t('chosenNo') },
              ]}
            />
          </>
        }
        empty={<Empty icon="building" title={t('empty')} hint={t('emptyHint')} />}
      />
      {edited && <Dialog setting={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
