import { deviceCalls, taskCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { may } from '../../../kit/api/may.ts';
import { AboutGroup } from './about-group.tsx';
import { DoingGroup } from './doing-group.tsx';
import { NeedsGroup } from './needs-group.tsx';
import { canStart, readinessOf } from '../../../shared/run/readiness-rules.ts';
import type { DeviceDetail } from '../use-device.ts';
import { WorkGroup } from './work-group.tsx';

interface Props {
  detail: DeviceDetail;
  /** Whether the robot is on one of our maps: areas and places can be chosen only then. */
  onMap: boolean;
  onAct: (action: 'clean' | 'go') => void;
}

/** The values of a robot, grouped by question, and its two main commands. */
export function DevicePanel({ detail, onMap, onAct }: Props) {
  const { t } = useTranslation('devices');
  const { t: run } = useTranslation('run');
  const { live, openAlarms, capabilities } = detail;
  const can = (capability: string, call: Parameters<typeof may>[0]) =>
    onMap && capabilities.includes(capability) && may(call);
  const readiness = readinessOf(live, openAlarms, detail.device.binding);
  const ready = canStart(readiness);
  const why = ready ? undefined : run(`readiness.${readiness}`);
  return (
    <>
      <div className="sl-device-acts">
        {can('clean', taskCalls.cleanNow.allow) && (
          <Button look="main" icon="clean" disabled={!ready} title={why} onClick={() => onAct('clean')}>
            {t('cleanArea')}
          </Button>
        )}
        {can('navigate', deviceCalls.navigate.allow) && (
          <Button icon="navigate" disabled={!ready} title={why} onClick={() => onAct('go')}>
            {t('goTo')}
          </Button>
        )}
      </div>
      <WorkGroup detail={detail} />
      <DoingGroup detail={detail} />
      <NeedsGroup live={live} />
      <AboutGroup detail={detail} />
    </>
  );
}
