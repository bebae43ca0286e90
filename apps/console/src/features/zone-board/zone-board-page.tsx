import {
  mapCalls,
  siteCalls,
  zoneBoardCalls,
  zoneStates,
  type BoardZone,
  type ZoneState,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reading } from '../../kit/api/api.ts';
import { ChoiceFilter } from '../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../shared/company-filter/company-filter.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { ExportButton } from '../../kit/list/export-button.tsx';
import { formatNumber } from '../../kit/format/format.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import { ListPage } from '../../kit/list/list-page.tsx';
import { may } from '../../kit/api/may.ts';
import { SearchFilter } from '../../kit/list/filter/search-filter.tsx';
import { useList } from '../../kit/list/use-list.ts';
import type { ZoneAct } from './zone-board-row.tsx';
import { ZoneBoardGroup } from './zone-board-group.tsx';
import { ZoneCleanDialog } from './zone-clean-dialog.tsx';
import { ZoneHistoryDrawer } from './zone-history-drawer.tsx';
import { groupsOf, zoneLooks } from './zone-looks.ts';
import { ZoneTargetDialog } from './zone-target-dialog.tsx';
import './zone-board.css';

type Asked = { act: ZoneAct; zones: BoardZone[] } | undefined;

/** Which floor needs cleaning now: every zone with when it was last clean, and whether that is long ago. */
export function ZoneBoardPage() {
  const { t } = useTranslation('zone-board');
  const list = useList(zoneBoardCalls.list);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const act = (what: ZoneAct, zone: BoardZone) => setAsked({ act: what, zones: [zone] });
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
              <Link className="sl-button sl-button-main" to="/dataManage/mapList">
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
            onTargets={(zones) => setAsked({ act: 'target', zones })}
          />
        ))}
      </ListPage>
      {asked?.act === 'clean' && <ZoneCleanDialog zone={asked.zones[0]!} onClose={close} />}
      {asked?.act === 'target' && <ZoneTargetDialog zones={asked.zones} onClose={close} />}
      {asked?.act === 'history' && <ZoneHistoryDrawer zone={asked.zones[0]!} onClose={close} />}
    </div>
  );
}

interface Narrowed {
  filters: { state?: ZoneState[] | undefined };
  setFilters: (changes: { state?: ZoneState[] }) => void;
}

/** How many zones stand how; pressing a number shows those. */
function ZoneFigures({ list }: { list: Narrowed }) {
  const { t } = useTranslation('zone-board');
  const { data } = useQuery({ ...reading(zoneBoardCalls.summary, {}), meta: { silent: true } });
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
  const { t } = useTranslation('zone-board');
  const sites = useQuery(reading(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
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
