import { ChargeDialog } from './charge-dialog.tsx';
import type { DailyDevice } from './daily-act-list.ts';
import { StopRunDialog } from './stop-run-dialog.tsx';
import type { AskedAct } from './use-daily-acts.ts';

const dialogs = { charge: ChargeDialog, stop: StopRunDialog } satisfies Record<AskedAct, unknown>;

interface Props {
  act: AskedAct;
  device: DailyDevice;
  onClose: () => void;
}

/** Asks before an act that cannot be undone, and names what will happen. */
export function DailyActDialog({ act, ...props }: Props) {
  const Dialog = dialogs[act];
  return <Dialog {...props} />;
}
