import { assistCalls, assistCodes, assistOutcomes, siteCalls, type Assist } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { may } from '../../../kit/api/may.ts';
import { MonthExportButton } from '../../../kit/list/export/month-export-button.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { maySeeAttached } from '../../../shared/video/evidence/attached-snapshots.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { AssistFigures } from './assist-figures.tsx';
import { AssistSnapshotsDialog } from './assist-snapshots-dialog.tsx';
import { AssistNoteDialog } from './assist-note-dialog.tsx';
import { useAssistColumns } from './use-assist-columns.tsx';
import './assists.css';

const HotSpotView = lazy(() => lazyPart(() => import('./hot-spot-view.tsx').then((m) => m.HotSpotView)));

const views = [
  { value: 'list', icon: 'list' },
  { value: 'map', icon: 'map' },
] as const;

/** Every time a person had to help a robot, as a list or as places on the floors. */
export function AssistListPage() {
  const { t } = useTranslation('alarms/assists');
  const list = useList(assistCalls.list);
  const [view, setView] = useAddress('view', 'list');
  const { t: video } = useTranslation('video');
  const [noted, setNoted] = useState<Assist>();
  const [pictured, setPictured] = useState<Assist>();
  const rowActions = useCallback(
    (assist: Assist) => (
      <RowMenu
        label={assist.device?.nickname ?? ''}
        items={[
          may(assistCalls.note.allow) && {
            key: 'note',
            text: t('note'),
            icon: 'edit',
            run: () => setNoted(assist),
          },
          maySeeAttached('ASSIST') &&
            assist.device !== null && {
              key: 'snapshots',
              text: video('snapshots'),
              icon: 'camera',
              run: () => setPictured(assist),
            },
        ]}
      />
    ),
    [t, video],
  );
  const { from, to } = list.filters;
  return (
    <div className="assist-page">
      <AssistFigures filters={list.filters} onCause={(code) => list.setFilters({ code })} />
      <ListPage
        title={t('title')}
        list={list}
        columns={useAssistColumns()}
        rowActions={rowActions}
        filters={<AssistFilters />}
        more={<MoreFilters />}
        views
        actions={
          <>
            <Segments
              label={t('view')}
              value={view === 'map' ? 'map' : 'list'}
              options={views.map(({ value, icon }) => ({ value, icon, text: t(`views.${value}`) }))}
              onChange={setView}
            />
            <MonthExportButton
              call={assistCalls.export}
              filters={list.filters}
              input={(period) => ({ ...list.filters, ...period })}
              title={t('exportTitle')}
              name="assists"
            />
          </>
        }
        empty={<Empty icon="hand" title={t('empty')} hint={t('emptyHint')} />}
      >
        {view === 'map' && (
          <Suspense fallback={<Skeleton lines={8} />}>
            <HotSpotView from={from} to={to} />
          </Suspense>
        )}
      </ListPage>
      {pictured && <AssistSnapshotsDialog assist={pictured} onClose={() => setPictured(undefined)} />}
      {noted && <AssistNoteDialog assist={noted} onClose={() => setNoted(undefined)} />}
    </div>
  );
}

function AssistFilters() {
  const { t } = useTranslation('alarms/assists');
  const { choices } = useWords();
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter several name="code" label={t('cause')} options={choices('alarm', assistCodes)} />
      <ChoiceFilter
        several
        name="outcome"
        label={t('outcome')}
        options={assistOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
      />
      <PeriodFilter />
    </>
  );
}

function MoreFilters() {
  const { t } = useTranslation('alarms/assists');
  const devices = useDeviceChoices();
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  return (
    <>
      <ChoiceFilter name="deviceId" label={t('robot')} options={devices.options} onSearch={devices.search} />
      <ChoiceFilter
        name="siteId"
        label={t('site')}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <CompanyFilter label={t('company')} />
    </>
  );
}
