import type { AlarmEntry } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { actsOn } from './alarm-acts.tsx';
import { useAlarmKeys } from './use-alarm-keys.ts';
import { useStartAct } from './use-start-act.tsx';

/** The acts on the selected alarms, with the result of each. */
export function AlarmBulk({ rows, onDone }: { rows: AlarmEntry[]; onDone: () => void }) {
  const { t } = useTranslation('alarms/alarms');
  const { start, dialog } = useStartAct(rows, onDone);
  useAlarmKeys(rows, start);
  return (
    <>
      {actsOn(rows).map((each) => (
        <Button key={each} onClick={() => start(each)}>
          {t(`acts.${each}`)}
        </Button>
      ))}
      {dialog}
    </>
  );
}
