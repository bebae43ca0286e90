import { pages, voiceSetCalls, type VoiceSet } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { langNames } from '../../../kit/format/lang.ts';
import type { Column } from '../../../kit/list/column.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';

function useVoiceSetColumns(): Column<VoiceSet>[] {
  const { t } = useTranslation('brand/voice-sets');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        sort: 'name',
        width: '28%',
        cell: ({ id, name, remark }) => (
          <>
            <Link className="sl-identity" to={pages.voiceSet({ id })} title={name}>
              {name}
            </Link>
            <small>{remark}</small>
          </>
        ),
      },
      {
        key: 'languages',
        title: t('languages'),
        cell: ({ languages }) => languages.map((language) => langNames[language]).join(', '),
      },
      { key: 'slots', title: t('slots'), numeric: true, cell: ({ slots }) => formatNumber(slots) },
      { key: 'robots', title: t('robots'), numeric: true, cell: ({ robots }) => formatNumber(robots) },
      { key: 'company', title: t('company'), cell: ({ company }) => company.name },
      {
        key: 'updated',
        title: t('changed'),
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t],
  );
}

/** Named sets of sounds, and how many robots each was rolled out to. */
export function VoiceSetListPage() {
  const { t } = useTranslation('brand/voice-sets');
  const list = useList(voiceSetCalls.list);
  const columns = useVoiceSetColumns();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<VoiceSet>();
  const rowActions = useCallback(
    (set: VoiceSet) => (
      <RowMenu
        label={set.name}
        items={[
          may(voiceSetCalls.rollout.allow) && {
            key: 'rollOut',
            text: t('rollOut'),
            icon: 'robot',
            run: () => void navigate(pages.voiceRollout({ set: set.id })),
          },
          may(voiceSetCalls.remove.allow) && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setRemoving(set),
          },
        ]}
      />
    ),
    [t, navigate],
  );
  const add = (
    <Allowed call={voiceSetCalls.add}>
      <Link className="sl-button sl-button-main" to={pages.voiceSet()}>
        {t('create')}
      </Link>
    </Allowed>
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={add}
        filters={
          <>
            <SearchFilter placeholder={t('keyword')} />
            <CompanyFilter label={t('company')} />
          </>
        }
        empty={
          <Empty icon="play" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {removing && (
        <ConfirmCallDialog
          title={t('removeTitle', { name: removing.name })}
          call={voiceSetCalls.remove}
          input={{ id: removing.id }}
          act={t('remove')}
          done={t('removed', { name: removing.name })}
          onClose={() => setRemoving(undefined)}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
