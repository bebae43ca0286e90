import { serviceLevelCalls, type ServiceLevel } from '@sweepline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import type { Column } from '../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { unknown } from '../../../kit/format/format.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ServiceLevelDialog } from './service-level-dialog.tsx';
import { useLevelWords } from './use-level-words.ts';
import './service-levels.css';

const targets = ['general', 'serious', 'fatal'] as const;

function useLevelColumns(onEdit: (level: ServiceLevel) => void): Column<ServiceLevel>[] {
  const { t } = useTranslation('service/levels');
  const words = useLevelWords();
  return useMemo(
    () => [
      {
        key: 'company',
        title: t('company'),
        width: '18%',
        cell: (row) => (
          <>
            {may(serviceLevelCalls.set.allow) ? (
              <button type="button" className="level-company" onClick={() => onEdit(row)}>
                {row.companyName}
              </button>
            ) : (
              row.companyName
            )}
            <small>{t(Object.values(row.own).some((it) => it !== null) ? 'own' : 'allInherited')}</small>
          </>
        ),
      },
      ...targets.map((field) => ({
        key: field,
        title: t(`levels.${field}`),
        cell: ({ own, inherited }: ServiceLevel) => words.target(own[field] ?? inherited[field]),
      })),
      {
        key: 'hours',
        title: t('hours'),
        cell: ({ own, inherited }) => words.hours(own.hours ?? inherited.hours),
      },
      {
        key: 'changed',
        title: t('changed'),
        width: '150px',
        cell: ({ updatedAt, updatedBy }) => {
          if (updatedAt === null) return unknown;
          return updatedBy === null ? <Ago at={updatedAt} /> : <AgoBy at={updatedAt} by={updatedBy} />;
        },
      },
    ],
    [t, words, onEdit],
  );
}

/** Companies with the business time in which their orders are answered and resolved. A company's name opens the dialog. */
export function ServiceLevelsPage() {
  const { t } = useTranslation('service/levels');
  const list = useList(serviceLevelCalls.query);
  const [edited, setEdited] = useState<ServiceLevel>();
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useLevelColumns(setEdited)}
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
      {edited && <ServiceLevelDialog level={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
