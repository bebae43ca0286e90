import { deviceCalls, taskCalls } from '@sweepline/contract';
import { obstacleTo, type RobotAct } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { may } from '../../../../kit/api/may.ts';
import { AboutGroup } from './about-group.tsx';
import { DoingGroup } from './doing-group.tsx';
import { NeedsGroup } from './needs-group.tsx';
import { listedDevice } from '../../../../shared/robot/listed-device.ts';
import { useObstacleWord } from '../../../../shared/run/use-obstacle-word.ts';
import type { DeviceDetail } from '../device-detail.ts';
import { WorkGroup } from './work-group.tsx';

interface Props {
  detail: DeviceDetail;
  /** Whether the robot is on one of our maps: areas and places can be chosen only then. */
  onMap: boolean;
  onAct: (action: 'clean' | 'go') => void;
}

/** The values of a robot, grouped by question, and its two main commands. */
export function DevicePanel({ detail, onMap, onAct }: Props) {
  const { t } = useTranslation('devices/devices');
  const obstacleWord = useObstacleWord();
  const { live, capabilities } = detail;
  const robot = listedDevice(detail);
  const can = (capability: string, call: Parameters<typeof may>[0]) =>
    onMap && capabilities.includes(capability) && may(call);
  const cleans = can('clean', taskCalls.cleanNow.allow);
  const drives = can('navigate', deviceCalls.navigate.allow);
  const whyOf = (act: RobotAct) => {
    const obstacle = obstacleTo(act, robot);
    return obstacle && obstacleWord(obstacle, robot);
  };
  const whyNotClean = cleans ? whyOf('CLEAN') : undefined;
  const whyNotDrive = drives ? whyOf('NAVIGATE') : undefined;
  // The verdict below says why the robot may not clean.
  const otherReason = whyNotDrive === whyOf('CLEAN') ? undefined : whyNotDrive;
  return (
    <>
      <div className="sl-device-acts">
        {cleans && (
          <Button
            look="main"
            icon="clean"
            disabled={Boolean(whyNotClean)}
            title={whyNotClean}
            onClick={() => onAct('clean')}
          >
            {t('cleanArea')}
          </Button>
        )}
        {drives && (
          <Button
            icon="navigate"
            disabled={Boolean(whyNotDrive)}
            title={whyNotDrive}
            onClick={() => onAct('go')}
          >
            {t('goTo')}
          </Button>
        )}
        {otherReason && <small>{otherReason}</small>}
      </div>
      <WorkGroup detail={detail} />
      <DoingGroup detail={detail} />
      <NeedsGroup live={live} />
      <AboutGroup detail={detail} />
    </>
  );
}
