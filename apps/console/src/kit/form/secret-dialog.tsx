import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** What the credentials are for, and that they are shown only now. */
  hint: ReactNode;
  parts: readonly { name: string; value: string }[];
  /** The text of the only button. */
  done: string;
  onClose: () => void;
}

/** Credentials that are shown once. Neither a click outside nor Escape closes it: they could not be read again. */
export const SecretDialog = ({ title, hint, parts, done, onClose }: Props) => (
  <Dialog
    open
    title={title}
    closable={false}
    keyboard={false}
    mask={{ closable: false }}
    footer={
      <Button look="main" onClick={onClose}>
        {done}
      </Button>
    }
  >
    <p>{hint}</p>
    <div role="status">
      <dl className="sl-secret">
        {parts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton what={name} text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </Dialog>
);
