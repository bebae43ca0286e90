import { Modal, type ModalProps } from 'antd';
import { useRef, type SyntheticEvent } from 'react';
import './dialog.css';

// A slider of a player contains nothing that was typed.
const fields = 'input:not([type=hidden], [type=range]), textarea, select, [contenteditable=true]';

/** Whether the event comes from Escape or from the page behind the dialog, and not from a button. */
const isCasual = ({ type, target }: SyntheticEvent) =>
  type === 'keydown' || !(target instanceof Element && target.closest('button'));

/**
 * A modal dialog. It scrolls inside, so that its buttons stay in sight. Escape and a click beside it close it only while it has
 * no fields, because the input would be lost.
 */
export function Dialog({ children, onCancel, ...more }: ModalProps) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Modal
      {...more}
      rootClassName="sl-dialog"
      onCancel={(event) => {
        if (isCasual(event) && body.current?.querySelector(fields)) return;
        onCancel?.(event);
      }}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}
