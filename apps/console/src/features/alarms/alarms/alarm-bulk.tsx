import type { AlarmEntry } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { actsOn, AlarmDialog } from './alarm-acts.tsx';
import type { AlarmAct } from './alarm-dialogs.tsx';
import { useAlarmKeys } from './use-alarm-keys.ts';

/** The acts on several alarms at once, with the result of each. */
export function AlarmBulk({ rows, onDone }: { rows: AlarmEntry[]; onDone: () => void }) {
  const { t } = useTranslation('alarms/alarms');
  const [act, setAct] = useState<AlarmAct | null>(null);
  useAlarmKeys(rows, setAct);
  return (
    <>
      {actsOn(rows).map((each) => (
        <Button key={each} onClick={() => setAct(each)}>
          {t(`acts.${each}`)}
        </Button>
      ))}
      {act && (
        <AlarmDialog
          act={act}
          rows={rows}
          onClose={(changed) => {
            setAct(null);
            if (changed) onDone();
          }}
        />
      )}
    </>
  );
}
