import type { ApprovalFault } from '@sweepline/contract';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';

interface Props {
  /** Why the user may not approve; the button then says it. */
  fault: ApprovalFault | null;
  busy?: boolean;
  onApprove: () => void;
  children: ReactNode;
}

/** Approves what another person requested. */
export function ApproveButton({ fault, busy = false, onApprove, children }: Props) {
  const { t } = useTranslation('approval');
  const id = useId();
  return (
    <>
      {fault && (
        <small id={id} className="sl-unknown">
          {t(fault)}
        </small>
      )}
      <Button
        look="main"
        icon="check"
        busy={busy}
        disabled={fault !== null}
        aria-describedby={fault ? id : undefined}
        onClick={onApprove}
      >
        {children}
      </Button>
    </>
  );
}
