import type { MapDetail, MapLayerName } from '@sweepline/contract';
import type { Zone } from '@sweepline/map-core';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { DateInput } from '../../../../kit/form/date-input.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { LayerTable } from './layer-table.tsx';
import { saveLayerPicture } from './layer-picture.ts';
import { layerSpans, type LayerChoice } from './use-layer-choice.ts';
import type { MapLayerView } from './use-map-layer.ts';

interface Props {
  map: MapDetail;
  zones: readonly Zone[];
  choice: LayerChoice;
  view: MapLayerView;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** The data of many runs on this floor: the layer, its days, its sources, and the same data as a table. */
export function LayerPanel({ map, zones, choice, view, selected, onSelect }: Props) {
  const { t } = useTranslation('places/maps');
  const { layer } = choice;
  const { loaded, error, retry } = view;
  return (
    <section className="maps-layers" aria-label={t('layers.title')}>
      <h2>{t('layers.title')}</h2>
      <Select<MapLayerName | ''>
        aria-label={t('layers.layer')}
        value={layer ?? ''}
        onChange={(name) => choice.setLayer(name || undefined)}
        options={[
          { value: '', label: t('layers.none') },
          ...choice.names.map((name) => ({ value: name, label: t(`layers.names.${name}`) })),
        ]}
      />
      {layer && (
        <>
          <p className="maps-hint">{t(`layers.hints.${layer}`)}</p>
          <Days choice={choice} />
          {error && <Failure error={error} onRetry={retry} />}
          {!loaded && !error && <Skeleton lines={3} />}
          {loaded && (
            <>
              <LayerSources layer={layer} view={view} />
              {loaded.empty ? (
                <p className="maps-layers-empty" role="status">
                  {t('layers.empty')}
                </p>
              ) : (
                <>
                  <LayerTable zones={zones} loaded={loaded} selected={selected} onSelect={onSelect} />
                  <SavePicture map={map} zones={zones} choice={choice} view={view} />
                </>
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}

/** The days: one of the usual periods up to today, or a period of the user's choice. */
function Days({ choice }: { choice: LayerChoice }) {
  const { t } = useTranslation('places/maps');
  const { t: kit } = useTranslation('kit');
  const { span, from, to, today } = choice;
  const [choosing, setChoosing] = useState(false);
  const own = choosing || span === undefined;
  const day = (label: string, value: string, set: (day: string) => void) => (
    <label>
      {label}
      <DateInput value={value} max={today} clearable={false} onChange={set} />
    </label>
  );
  return (
    <>
      <Select<number | 'own'>
        aria-label={kit('period')}
        value={own ? 'own' : span}
        onChange={(days) => {
          setChoosing(days === 'own');
          if (days !== 'own') choice.setSpan(days);
        }}
        options={[
          ...layerSpans.map((days) => ({ value: days, label: t('layers.lastDays', { count: days }) })),
          { value: 'own' as const, label: kit('periods.own') },
        ]}
      />
      {own && (
        <div className="maps-layers-days">
          {day(kit('from'), from, choice.setFrom)}
          {day(kit('to'), to, choice.setTo)}
        </div>
      )}
    </>
  );
}

/** The sources of the layer, and the data left out of it. */
function LayerSources({ layer, view: { loaded, isFetching } }: { layer: MapLayerName; view: MapLayerView }) {
  const { t } = useTranslation('places/maps');
  if (!loaded) return null;
  const { runs, places, withoutPath, otherVersions, left } = loaded.read.told;
  const counted = (count: number) => ({ count, shown: formatNumber(count) });
  const parts = [
    layer === 'ASSISTS' && t('layers.told.assists', counted(places)),
    layer === 'SIGNAL' && t('layers.told.signals', counted(places)),
    layer !== 'ASSISTS' && layer !== 'SIGNAL' && t('layers.told.runs', counted(runs)),
    withoutPath > 0 && t('layers.told.withoutPath', counted(withoutPath)),
    otherVersions > 0 && t('layers.told.otherVersions', counted(otherVersions)),
    left > 0 && t('layers.told.left', counted(left)),
  ];
  return (
    <p className="maps-hint" aria-busy={isFetching || undefined}>
      {parts.filter(Boolean).join(' · ')}
    </p>
  );
}

function SavePicture({ map, zones, choice, view }: Omit<Props, 'selected' | 'onSelect'>) {
  const { t } = useTranslation('places/maps');
  const [busy, setBusy] = useState(false);
  const { loaded, heat } = view;
  const save = async () => {
    if (!loaded || !heat?.picture) return;
    setBusy(true);
    const { layer } = loaded.read;
    const texts = {
      title: `${map.name} · ${t(`layers.names.${layer}`)}`,
      unit: t(`layers.units.${layer}`),
      never: t('layers.never'),
    };
    await saveLayerPicture({ map, zones, loaded, picture: heat.picture, texts, choice }).finally(() =>
      setBusy(false),
    );
  };
  return (
    <Button icon="download" busy={busy} disabled={!heat?.picture} onClick={() => void save()}>
      {t('layers.savePicture')}
    </Button>
  );
}
