import { deviceCareCalls, mapCalls } from '@sweepline/contract';
import type { Pose } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { useFloor } from '../../../map-view/use-floor.ts';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { useMapRotation } from '../../../shared/robot/use-map-turn.ts';
import { CareCard } from './care-card.tsx';
import type { Detail } from './control-tab.tsx';
import { firstPose } from './first-pose.ts';
import { angleOf, PoseFields, PoseMap } from './pose-choice.tsx';
import { PoseOutcome } from './pose-outcome.tsx';
import { useHindrance } from './use-hindrance.ts';

/** Puts a robot without a relocation mode on a map, also one that knows neither its map nor its place. */
export function PlaceCard({ detail, reason }: { detail: Detail; reason: string }) {
  const { t } = useTranslation('devices/care');
  const { device, live } = detail;
  const hindrance = useHindrance(live, 'stand');
  const { data } = useQuery({
    ...callQuery(mapCalls.list, { companyId: device.companyId, pageSize: 99, sort: 'name' }),
    enabled: may(mapCalls.list.allow),
    meta: { silent: true },
  });
  const maps = data?.list ?? [];
  const presentId = live.position?.value.mapId;
  const [chosenId, setChosenId] = useState<string>();
  const mapId = chosenId ?? maps.find(({ id }) => id === presentId)?.id;
  return (
    <CareCard icon="pin" title={t('place')} hint={t('placeHint')}>
      {data && maps.length === 0 && <p>{t('placeNoMap')}</p>}
      {maps.length > 0 && (
        <SelectField<string>
          className="care-map-choice"
          label={t('onMap')}
          value={mapId ?? ''}
          onChange={setChosenId}
          options={[
            ...(mapId ? [] : [{ value: '', label: t('chooseMap') }]),
            ...maps.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {mapId && <PlacePanel key={mapId} {...{ detail, reason, mapId, hindrance }} />}
    </CareCard>
  );
}

interface PanelProps {
  detail: Detail;
  reason: string;
  mapId: string;
  hindrance: string | undefined;
}

function PlacePanel({ detail, reason, mapId, hindrance }: PanelProps) {
  const { t } = useTranslation('devices/care');
  const { device, live, capabilities } = detail;
  const map = useFloor(mapId);
  const turnDeg = useMapRotation(device.id, capabilities);
  const [chosen, setPose] = useState<Pose>();
  const [set, setSet] = useState<string | null>(null);
  const pose = chosen ?? firstPose(map, mapId, live.position?.value);
  const place = useCommandAction(deviceCareCalls.place, device, ({ id }) => setSet(id));
  const send = () =>
    place.mutate({ id: device.id, mapId, x: pose.x, y: pose.y, angle: angleOf(pose), reason });
  return (
    <div className="care-relocation">
      <PoseMap
        map={map}
        pose={pose}
        label={t('marker', { name: device.nickname })}
        turnDeg={turnDeg}
        onChange={setPose}
      />
      <div className="care-pose">
        <PoseFields map={map} pose={pose} onChange={setPose} />
        {set && <PoseOutcome id={set} />}
        <div className="care-acts">
          <Button
            look="main"
            icon="pin"
            busy={place.isPending}
            disabled={hindrance !== undefined}
            title={hindrance}
            onClick={send}
          >
            {t('setPose')}
          </Button>
        </div>
      </div>
    </div>
  );
}
