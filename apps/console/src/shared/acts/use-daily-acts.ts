import { commandCalls, deviceCalls, pages, type Command } from '@sweepline/contract';
import { dailyActs, dailyObstacle, type DailyAct } from '@sweepline/contract/robot';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../kit/api/may.ts';
import { useAction } from '../../kit/api/use-action.ts';
import type { IconName } from '../../kit/ui/icons.ts';
import { trackCommand } from '../command/tracked-commands.ts';
import { deviceName } from '../robot/use-device-choices.ts';
import { useObstacleWord } from '../run/use-obstacle-word.ts';
import { useRunActions } from '../run/use-run-actions.ts';
import { dailyActLooks, type DailyDevice } from './daily-act-list.ts';

/** An act that cannot be undone, so it asks first. */
export type AskedAct = 'stop' | 'charge';

/** One daily act on one robot: an address, something to do, or a question. */
export interface DailyItem {
  act: DailyAct;
  icon: IconName;
  letter: string;
  text: string;
  /** Why it is not possible now. */
  obstacle?: string;
  to?: string;
  run?: () => void;
  asks?: AskedAct;
}

/** The daily acts that the user may order on a robot, in their order. Those that it cannot do now have their obstacle. */
export function useDailyActs(): (device: DailyDevice) => DailyItem[] {
  const { t } = useTranslation('acts');
  const obstacleWord = useObstacleWord();
  const { pause, resume } = useRunActions();
  const locate = useLocate();
  const effectOf = (act: DailyAct, device: DailyDevice): Partial<DailyItem> => {
    const runId = device.live.runId ?? '';
    switch (act) {
      case 'clean':
        return { to: pages.device({ id: device.id, action: 'clean' }) };
      case 'camera':
        return { to: pages.device({ id: device.id, tab: 'video' }) };
      case 'pause':
        return { run: () => pause.mutate({ id: runId }) };
      case 'resume':
        return { run: () => resume.mutate({ id: runId }) };
      case 'locate':
        return { run: () => locate(device) };
      case 'stop':
      case 'charge':
        return { asks: act };
    }
  };
  return (device) =>
    dailyActs
      .filter((act) => may(dailyActLooks[act].allow))
      .map((act) => {
        const obstacle = dailyObstacle(act, device);
        const { icon, letter } = dailyActLooks[act];
        const item = { act, icon, letter, text: t(`act.${act}`) };
        return obstacle === undefined
          ? { ...item, ...effectOf(act, device) }
          : { ...item, obstacle: obstacleWord(obstacle, device) };
      });
}

/** The command is shown until it ends, under the name of its robot. */
function useLocate() {
  const names = useRef(new Map<string, string>());
  const { mutate } = useAction(deviceCalls.locate, {
    done: null,
    quiet: true,
    also: [commandCalls.list.family],
    after: (command: Command, { id }) => trackCommand(command, names.current.get(id) ?? ''),
  });
  return (device: DailyDevice) => {
    names.current.set(device.id, deviceName(device));
    mutate({ id: device.id });
  };
}
