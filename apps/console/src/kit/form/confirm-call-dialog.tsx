import type { Call, Output, Sent } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useAction } from '../api/use-action.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props<C extends Call> {
  title: string;
  call: C;
  input: Sent<C>;
  /** The action alone, as the text of the button. */
  act: string;
  /** The text of the toast; null when the page shows the effect itself. */
  done: string | null | ((output: Output<C>) => string);
  /** Called on success instead of `onClose`. */
  after?: (output: Output<C>) => void;
  /** Further call families whose reads are invalidated. */
  also?: string[];
  onClose: () => void;
  /** The effect, and whether it can be undone. */
  children?: ReactNode;
}

/** Sends a call when it is confirmed, and closes when it succeeded. A refusal leaves it open for another try. */
export function ConfirmCallDialog<C extends Call>(props: Props<C>) {
  const { title, call, input, act, done, after, also, onClose, children } = props;
  const action = useAction(call, { done, after: after ?? onClose, ...(also && { also }) });
  return (
    <ConfirmDialog
      title={title}
      act={act}
      busy={action.isPending}
      onConfirm={() => action.mutate(input)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
