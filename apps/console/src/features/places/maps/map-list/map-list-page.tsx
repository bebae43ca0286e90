import { pages, mapCalls, siteCalls, type MapRow } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { callQuery } from '../../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../../shared/company-filter/company-filter.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { useSeesCompanies } from '../../../../shared/company-filter/use-company-choices.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { useList } from '../../../../kit/list/use-list.ts';
import { BundleButton } from '../map-import/bundle-button.tsx';
import { MapActions } from '../map-page/map-actions.tsx';
import { MapCard } from './map-card.tsx';
import { MapStateFilters } from './map-state-filters.tsx';
import { RemoveMapDialog } from './remove-map-dialog.tsx';
import { RenameMapDialog } from './rename-map-dialog.tsx';
import { useMapColumns } from './use-map-columns.tsx';
import './map-list.css';

const views = [
  { value: 'gallery', icon: 'cards' },
  { value: 'list', icon: 'list' },
] as const;

/** All maps a user may see, as pictures or as a table. */
export function MapListPage() {
  const { t } = useTranslation('places/maps');
  const list = useList(mapCalls.list);
  const [view, setView] = useAddress('view', 'gallery');
  const [dialog, setDialog] = useState<{ act: 'rename' | 'remove'; map: MapRow } | null>(null);
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  const columns = useMapColumns(useSeesCompanies());

  const actionsOf = (map: MapRow) => (
    <MapActions
      map={map}
      onRename={() => setDialog({ act: 'rename', map })}
      onRemove={() => setDialog({ act: 'remove', map })}
    />
  );
  const importLink = (
    <Allowed call={mapCalls.import}>
      <Link className="sl-button sl-button-main" to={pages.mapImport()}>
        <Icon name="upload" size={16} />
        {t('importMap')}
      </Link>
    </Allowed>
  );

  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={actionsOf}
        filters={
          <>
            <SearchFilter placeholder={t('search')} />
            <ChoiceFilter
              name="siteId"
              label={t('site')}
              options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <MapStateFilters />
            <CompanyFilter label={t('company')} />
          </>
        }
        actions={
          <>
            <Segments
              label={t('view')}
              value={view === 'list' ? 'list' : 'gallery'}
              options={views.map(({ value, icon }) => ({ value, icon, text: t(`views.${value}`) }))}
              onChange={setView}
            />
            <BundleButton />
            {importLink}
          </>
        }
        empty={
          <Empty icon="map" title={t('empty')} hint={t('emptyHint')}>
            {importLink}
          </Empty>
        }
      >
        {view === 'list' ? null : (
          <div className="maps-gallery">
            {list.rows.map((map) => (
              <MapCard key={map.id} map={map} actions={actionsOf(map)} />
            ))}
          </div>
        )}
      </ListPage>
      {dialog?.act === 'rename' && <RenameMapDialog map={dialog.map} onClose={() => setDialog(null)} />}
      {dialog?.act === 'remove' && <RemoveMapDialog map={dialog.map} onClose={() => setDialog(null)} />}
    </>
  );
}
