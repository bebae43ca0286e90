import { deviceCareCalls } from '@sweepline/contract';
import type { Pose } from '@sweepline/map-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { useMapRotation } from '../../../shared/robot/use-map-turn.ts';
import { useFloor } from '../../../map-view/use-floor.ts';
import type { Detail } from './control-tab.tsx';
import { firstPose } from './first-pose.ts';
import { angleOf, PoseFields, PoseMap } from './pose-choice.tsx';
import { PoseOutcome } from './pose-outcome.tsx';

/** The map on which a user sets the robot's pose, and the robot's result. */
export function RelocationPanel({
  detail,
  mapId,
  reason,
}: {
  detail: Detail;
  mapId: string;
  reason: string;
}) {
  const { t } = useTranslation('devices/care');
  const { device, live } = detail;
  const turnDeg = useMapRotation(device.id, detail.capabilities);
  const map = useFloor(mapId);
  const [chosen, setPose] = useState<Pose>();
  const pose = chosen ?? firstPose(map, mapId, live.position?.value);
  const [set, setSet] = useState<string | null>(null);
  const setPoseAction = useCommandAction(deviceCareCalls.setPose, device, ({ id }) => setSet(id));
  const leave = useCommandAction(deviceCareCalls.exitRelocation, device);
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
            busy={setPoseAction.isPending}
            onClick={() =>
              setPoseAction.mutate({ id: device.id, x: pose.x, y: pose.y, angle: angleOf(pose), reason })
            }
          >
            {t('setPose')}
          </Button>
          <Button busy={leave.isPending} onClick={() => leave.mutate({ id: device.id, reason })}>
            {t('leave')}
          </Button>
        </div>
      </div>
    </div>
  );
}
