import type { Call } from '@sweepline/contract';
import { Allowed } from '../api/allowed.tsx';
import { Button } from '../ui/button.tsx';

interface Props {
  /** The call that makes the row. */
  call: Call;
  text: string;
  onClick: () => void;
}

/** The main button of a list: opens the dialog of a new row. Hidden from users who may not make one. */
export function AddButton({ call, text, onClick }: Props) {
  return (
    <Allowed call={call}>
      <Button look="main" icon="plus" onClick={onClick}>
        {text}
      </Button>
    </Allowed>
  );
}
