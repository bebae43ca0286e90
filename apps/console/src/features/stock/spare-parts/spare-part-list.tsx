import { sparePartCalls, sparePartModels, type SparePart } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { EditableList, type RowAct } from '../../../kit/list/editable-list.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { SparePartDialog } from './spare-part-dialog.tsx';
import './spare-parts.css';

function usePartColumns(): Column<SparePart>[] {
  const { t } = useTranslation('stock/spare-parts');
  const { word } = useWords();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '30%',
        cell: ({ name, number }) => (
          <>
            <strong>{name}</strong>
            <small>{number}</small>
          </>
        ),
      },
      {
        key: 'models',
        title: t('models'),
        cell: ({ models }) => (models.length > 0 ? models.join(', ') : t('everyModel')),
      },
      {
        key: 'consumable',
        title: t('counter'),
        cell: ({ consumable }) => (consumable ? word('consumable', consumable) : unknown),
      },
      {
        key: 'price',
        title: t('price'),
        cell: ({ price }) => (price ? `${formatNumber(price.amount, 2)} ${price.currency}` : unknown),
      },
      {
        key: 'changed',
        title: t('changed'),
        width: '150px',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t, word],
  );
}

const providerType = 0;
/** Only people of the provider write the list. */
const mayWrite = () => may(sparePartCalls.create.allow) && session.user()?.companyType === providerType;

const dialogOf = (part: SparePart | undefined, onClose: () => void) => (
  <SparePartDialog {...(part && { part })} onClose={onClose} />
);

const actsOn = ({ isOwn }: SparePart): RowAct[] => (mayWrite() && isOwn ? ['edit', 'remove'] : []);

/** The spare parts of the provider. Companies below read them without prices. */
export function SparePartList() {
  const { t } = useTranslation('stock/spare-parts');
  return (
    <EditableList
      title={t('title')}
      list={useList(sparePartCalls.list)}
      columns={usePartColumns()}
      filters={
        <>
          <SearchFilter placeholder={t('keyword')} />
          <ChoiceFilter
            name="model"
            label={t('model')}
            options={sparePartModels.map((value) => ({ value, label: value }))}
          />
        </>
      }
      add={mayWrite() ? { call: sparePartCalls.create, text: t('add') } : undefined}
      empty={{ icon: 'box', title: t('emptyTitle'), hint: t('emptyHint') }}
      acts={actsOn}
      actTexts={{ edit: t('edit'), remove: t('remove') }}
      dialog={dialogOf}
      removal={({ name }) => ({
        call: sparePartCalls.remove,
        title: t('removeTitle', { name }),
        hint: t('removeHint'),
        done: t('removed', { name }),
      })}
    />
  );
}
