import { sparePartCalls, sparePartModels, type SparePart } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
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

function DeleteDialog({ part, onClose }: { part: SparePart; onClose: () => void }) {
  const { t } = useTranslation('stock/spare-parts');
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name: part.name })}
      call={sparePartCalls.remove}
      input={{ id: part.id }}
      act={t('remove')}
      done={t('removed', { name: part.name })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}

const providerType = 0;
/** Only people of the provider write the list. */
const mayWrite = () => may(sparePartCalls.create.allow) && session.user()?.companyType === providerType;

/** The spare parts of the provider. Companies below read them without prices. */
export function SparePartList() {
  const { t } = useTranslation('stock/spare-parts');
  const list = useList(sparePartCalls.list);
  const columns = usePartColumns();
  const [edited, setEdited] = useState<SparePart | 'new'>();
  const [removed, setRemoved] = useState<SparePart>();
  const rowActions = useCallback(
    (part: SparePart) =>
      mayWrite() && part.isOwn ? (
        <RowMenu
          label={part.name}
          items={[
            { key: 'edit', text: t('edit'), icon: 'edit', run: () => setEdited(part) },
            { key: 'remove', text: t('remove'), icon: 'trash', danger: true, run: () => setRemoved(part) },
          ]}
        />
      ) : null,
    [t],
  );
  const add = mayWrite() && (
    <Button look="main" icon="plus" onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
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
        actions={add}
        empty={
          <Empty icon="box" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {edited && (
        <SparePartDialog {...(edited !== 'new' && { part: edited })} onClose={() => setEdited(undefined)} />
      )}
      {removed && <DeleteDialog part={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
