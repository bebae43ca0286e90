import { mapDraftCalls, type MapDetail, pages } from '@sweepline/contract';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import type { Camera } from '../../../../map-view/canvas/camera.ts';
import { MapView } from '../../../../map-view/map-view.tsx';
import { LayerLegend } from '../map-layers/layer-legend.tsx';
import { LayerPanel } from '../map-layers/layer-panel.tsx';
import { MapMenu } from '../map-list/map-menu.tsx';
import { MapWorkspace } from './map-workspace.tsx';
import { showShape } from '../map-editor/show-shape.ts';
import { useLayerChoice } from '../map-layers/use-layer-choice.ts';
import { useMapLayer } from '../map-layers/use-map-layer.ts';
import { useMapRobots } from '../../../../shared/robot/use-map-robots.ts';
import { shapesOfMap, zonesAmong } from '../map-editor/map-shapes.ts';
import { ZoneInspector } from '../map-editor/inspector/zone-inspector.tsx';

/** A read-only map: its zones and the robots moving on it. */
export function ViewedMap({ map }: { map: MapDetail }) {
  const { t } = useTranslation('places/maps');
  const navigate = useNavigate();
  const shapes = useMemo(() => shapesOfMap(map), [map]);
  const zones = useMemo(() => zonesAmong(shapes), [shapes]);
  const robots = useMapRobots(map);
  const [selected, setSelected] = useState<string>();
  const camera = useRef<Camera>(null);
  const zone = zones.find(({ id }) => id === selected);
  const choice = useLayerChoice();
  const layer = useMapLayer(map.id, choice);
  const select = (id: string) => {
    setSelected(id);
    const zone = zones.find((candidate) => candidate.id === id);
    if (zone) showShape(camera.current, zone);
  };
  return (
    <MapWorkspace
      map={map}
      zones={zones}
      selected={selected}
      onSelect={select}
      robots={robots}
      noZones={t('noZonesReader')}
      above={
        <LayerPanel
          map={map}
          zones={zones}
          choice={choice}
          selected={selected}
          view={layer}
          onSelect={select}
        />
      }
      actions={
        <>
          <Allowed call={mapDraftCalls.save}>
            <Link className="sl-button sl-button-main" to={pages.mapEditor({ id: map.id })}>
              <Icon name="polygon" size={16} />
              {t('editZones')}
            </Link>
          </Allowed>
          <MapMenu map={map} />
        </>
      }
    >
      <MapView
        label={map.name}
        ground={map.ground}
        shapes={shapes}
        robots={robots.robots}
        {...(layer.heat && { heat: layer.heat })}
        camera={camera}
        {...(selected !== undefined && { selected })}
        onSelect={(chosen) => {
          if (chosen?.kind === 'robot') void navigate(pages.device({ id: chosen.id }));
          else setSelected(chosen?.id);
        }}
      >
        {layer.loaded && !layer.loaded.empty && (
          <LayerLegend layer={layer.loaded.read.layer} steps={layer.loaded.steps} />
        )}
        {zone && <ZoneInspector zone={zone} onClose={() => setSelected(undefined)} />}
      </MapView>
    </MapWorkspace>
  );
}
