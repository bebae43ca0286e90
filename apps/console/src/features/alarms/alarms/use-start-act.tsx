import type { AlarmEntry } from '@sweepline/contract';
import { useState } from 'react';
import { AlarmDialog } from './alarm-acts.tsx';
import type { AlarmAct } from './alarm-dialogs.tsx';
import { isAtOnce, useAtOnce } from './use-at-once.ts';

/** Starts acts on these alarms: at once where one alarm needs no dialog, else in the returned dialog. */
export function useStartAct(rows: readonly AlarmEntry[], onDone: () => void = () => {}) {
  const [act, setAct] = useState<AlarmAct | null>(null);
  const atOnce = useAtOnce();
  const [first, ...others] = rows;
  const start = (chosen: AlarmAct) => {
    if (!first || others.length > 0 || !isAtOnce(chosen)) return setAct(chosen);
    void atOnce(chosen, first);
    onDone();
  };
  const close = (changed: boolean) => {
    setAct(null);
    if (changed) onDone();
  };
  return { start, dialog: act && <AlarmDialog act={act} rows={[...rows]} onClose={close} /> };
}
