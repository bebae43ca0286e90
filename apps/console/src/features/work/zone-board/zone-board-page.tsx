import {
  mapCalls,
  siteCalls,
  zoneBoardCalls,
  zoneStates,
  type BoardZone,
  type ZoneState,
  pages,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ExportButton } from '../../../kit/list/export/export-button.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { may } from '../../../kit/api/may.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import type { ZoneAct } from './zone-board-row.tsx';
import { ZoneBoardGroup } from './zone-board-group.tsx';
import { ZoneCleanDialog } from './zone-clean-dialog.tsx';
import { ZoneHistoryDrawer } from './zone-history-drawer.tsx';
import { groupsOf, zoneLooks } from './zone-looks.ts';
import { ZoneTargetDialog } from './zone-target-dialog.tsx';
import './zone-board.css';

type OpenDialog = { act: ZoneAct; zones: BoardZone[] } | undefined;

/** All zones with their last cleaning, and whether the next one is due. */
export function ZoneBoardPage() {
  const { t } = useTranslation('work/zone-board');
  const list = useList(zoneBoardCalls.list);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const act = (action: ZoneAct, zone: BoardZone) => setDialog({ act: action, zones: [zone] });
  return (
    <div className="zones-page">
      <ZoneFigures list={list} />
      <ListPage
        title={t('title')}
        list={list}
        columns={[]}
        filters={<ZoneFilters />}
        actions={<ExportButton call={zoneBoardCalls.export} input={list.filters} name="zones" />}
        empty={
          <Empty icon="polygon" title={t('empty')} hint={t('emptyHint')}>
            {may(mapCalls.list.allow) && (
              <Link className="sl-button sl-button-main" to={pages.maps()}>
                {t('toMaps')}
              </Link>
            )}
          </Empty>
        }
      >
        {groupsOf(list.rows).map((group) => (
          <ZoneBoardGroup
            key={group.map.id}
            group={group}
            onAct={act}
            onTargets={(zones) => setDialog({ act: 'target', zones })}
          />
        ))}
      </ListPage>
      {dialog?.act === 'clean' && <ZoneCleanDialog zone={dialog.zones[0]!} onClose={close} />}
      {dialog?.act === 'target' && <ZoneTargetDialog zones={dialog.zones} onClose={close} />}
      {dialog?.act === 'history' && <ZoneHistoryDrawer zone={dialog.zones[0]!} onClose={close} />}
    </div>
  );
}

interface Narrowed {
  filters: { state?: ZoneState[] | undefined };
  setFilters: (changes: { state?: ZoneState[] }) => void;
}

/** Number of zones by state. A click filters the list by that state. */
function ZoneFigures({ list }: { list: Narrowed }) {
  const { t } = useTranslation('work/zone-board');
  const { data } = useQuery({ ...callQuery(zoneBoardCalls.summary, {}), meta: { silent: true } });
  const chosen = [list.filters.state ?? []].flat();
  return (
    <section className="zones-figures" aria-label={t('figures')}>
      {zoneStates.map((state) => {
        const pressed = chosen.length === 1 && chosen[0] === state;
        return (
          <button
            key={state}
            type="button"
            aria-pressed={pressed}
            onClick={() => list.setFilters({ state: pressed ? [] : [state] })}
          >
            <span className={`sl-state sl-tone-${zoneLooks[state].tone}`}>
              <Icon name={zoneLooks[state].icon} size={14} strokeWidth={2.1} />
              <span>{t(`states.${state}`)}</span>
            </span>
            <strong>{formatNumber(data?.[state])}</strong>
          </button>
        );
      })}
    </section>
  );
}

function ZoneFilters() {
  const { t } = useTranslation('work/zone-board');
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter
        several
        name="state"
        label={t('state')}
        options={zoneStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <ChoiceFilter
        name="siteId"
        label={t('site')}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <CompanyFilter label={t('company')} />
    </>
  );
}
