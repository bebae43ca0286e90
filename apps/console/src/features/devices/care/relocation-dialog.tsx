import { deviceCareCalls } from '@sweepline/contract';
import { shapesOf } from '@sweepline/map-core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { MapView } from '../../../map-view/map-view.tsx';
import { useFloor } from '../../../map-view/use-floor.ts';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import type { Detail } from './control-tab.tsx';
import { useStoredMaps } from './use-stored-maps.ts';

interface Props {
  detail: Detail;
  reason: string;
  onClose: () => void;
}

/** Starts relocation on one of the maps that the robot has stored. */
export function RelocationDialog({ detail: { device, live }, reason, onClose }: Props) {
  const { t } = useTranslation('devices/care');
  const maps = useStoredMaps(device.id);
  const presentId = live.position?.value.mapId;
  const [chosenId, setChosenId] = useState<string>();
  const map = maps.find(({ mapId }) => mapId === chosenId) ?? maps[0];
  const enter = useCommandAction(deviceCareCalls.enterRelocation, device, onClose, { silent: true });
  return (
    <ConfirmDialog
      title={t('enterTitle', { name: device.nickname })}
      act={t('enter')}
      busy={enter.isPending}
      onConfirm={() => enter.mutate({ id: device.id, reason, ...(map && { mapId: map.mapId }) })}
      onClose={onClose}
    >
      <p>{t('enterAfter')}</p>
      {map && (
        <SelectField
          className="care-map-choice"
          label={t('onMap')}
          value={map.mapId}
          onChange={setChosenId}
          options={maps.map(({ mapId, mapName }) => ({
            value: mapId,
            label: mapId === presentId ? t('presentMap', { map: mapName }) : mapName,
          }))}
        />
      )}
      {map && map.mapId !== presentId && <p>{t('otherMapHint', { map: map.mapName })}</p>}
      {map && <MapPreview mapId={map.mapId} label={map.mapName} />}
      <Refusal error={enter.error} />
    </ConfirmDialog>
  );
}

function MapPreview({ mapId, label }: { mapId: string; label: string }) {
  const map = useFloor(mapId);
  const shapes = useMemo(() => (map ? shapesOf(map.elements) : []), [map]);
  if (!map) return null;
  return (
    <div className="care-map-preview">
      <MapView label={label} ground={map.ground} shapes={shapes} />
    </div>
  );
}
