import type { MapDetail } from '@sweepline/contract';
import { select } from '@sweepline/map-core';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import type { Camera } from '../../map-view/camera.ts';
import { MapView } from '../../map-view/map-view.tsx';
import { mapAddress } from './addresses.ts';
import { ConflictBar } from './conflict-bar.tsx';
import { MapMenu } from './map-menu.tsx';
import { MapRoom } from './map-room.tsx';
import { SaveState } from './save-state.tsx';
import { showShape } from './show-shape.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useMapRobots } from './use-map-robots.ts';
import { useZoneEditor } from './use-zone-editor.ts';
import { useZoneSaving } from './use-zone-saving.ts';
import { zonesAmong } from './zone-acts.ts';
import { ZoneInspector } from './zone-inspector.tsx';

/** Walls and points are shown; their tools come with the calls that save them. */
const zoneTools = ['select', 'zone', 'rectangle'] as const;

/** A map whose zones are being drawn. Each act is saved by itself as it is done. */
export function EditedMap({ map }: { map: MapDetail }) {
  const { t } = useTranslation('maps');
  const { editor, edit, put } = useZoneEditor(map);
  const saving = useZoneSaving(map, editor, put);
  const robots = useMapRobots(map);
  useEditorKeys(editor, edit);
  const zones = useMemo(() => zonesAmong(editor.shapes.values()), [editor.shapes]);
  const zone = editor.draft ? undefined : zones.find(({ id }) => id === editor.selected);
  const camera = useRef<Camera>(null);
  const choose = (id: string | undefined) => edit((now) => select(now, id));
  /** Chosen from the list: the map goes to it. */
  const find = (id: string) => {
    choose(id);
    const found = editor.shapes.get(id);
    if (found) showShape(camera.current, found);
  };
  return (
    <>
      <MapRoom
        map={map}
        zones={zones}
        selected={editor.selected}
        onSelect={find}
        robots={robots}
        noZones={t('noZonesHint')}
        actions={
          <>
            <SaveState saving={saving} drawing={editor.draft !== undefined} />
            <Link className="sl-button sl-button-main" to={mapAddress(map.id)}>
              {t('done')}
            </Link>
            <MapMenu map={map} />
          </>
        }
      >
        <MapView
          label={map.name}
          ground={map.ground}
          editor={editor}
          onEdit={edit}
          tools={zoneTools}
          robots={robots.robots}
          camera={camera}
        >
          {zone && !editor.gesture && (
            <ZoneInspector
              zone={zone}
              map={editor.settings.map}
              edit={edit}
              onClose={() => choose(undefined)}
            />
          )}
        </MapView>
        {saving.conflict && (
          <ConflictBar
            message={saving.conflict.message}
            unsaved={saving.unsaved}
            onKeepMine={saving.keepMine}
            onTakeTheirs={saving.takeTheirs}
          />
        )}
      </MapRoom>
      <LeaveGuard
        unsaved={editor.draft !== undefined || saving.unsaved > 0}
        title={t('leave.title', { name: map.name })}
      >
        {t('leave.hint')}
      </LeaveGuard>
    </>
  );
}
