import type { Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../shared/words/use-words.ts';
import type { BulkObstacle } from './device-bulk-rules.ts';

/** How bulk dialogs name a device, and the text of an obstacle. */
export function useBulkRows() {
  const { t } = useTranslation('devices');
  const { t: tRun } = useTranslation('run');
  const { word } = useWords();
  const textOf = (obstacle: BulkObstacle | undefined) => {
    if (!obstacle) return;
    if (obstacle.kind === 'readiness') return tRun(`readiness.${obstacle.readiness}`);
    if (obstacle.kind === 'binding') return word('binding', obstacle.binding);
    return t(`bulk.obstacle.${obstacle.kind}`);
  };
  const nameOf = ({ nickname, sn }: Device) => ({ name: nickname, detail: sn });
  return { nameOf, textOf };
}
