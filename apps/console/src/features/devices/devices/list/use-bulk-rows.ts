import type { Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useObstacleWord } from '../../../../shared/run/use-obstacle-word.ts';
import type { BulkObstacle } from './device-bulk-rules.ts';

/** How bulk dialogs name a device, and the text of an obstacle. */
export function useBulkRows() {
  const { t } = useTranslation('devices/devices');
  const obstacleWord = useObstacleWord();
  const textOf = (obstacle: BulkObstacle | undefined, device: Device) => {
    switch (obstacle) {
      case undefined:
        return undefined;
      case 'awake':
      case 'noSim':
        return t(`bulk.obstacle.${obstacle}`);
      default:
        return obstacleWord(obstacle, device);
    }
  };
  const nameOf = ({ nickname, sn }: Device) => ({ name: nickname, detail: sn });
  return { nameOf, textOf };
}
