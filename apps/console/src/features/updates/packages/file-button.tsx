import { useRef, type ReactNode } from 'react';
import { Button } from '../../../kit/ui/button.tsx';

interface Props {
  accept: string;
  /** The name of the field. */
  label: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that opens the file dialog of the system. */
export function FileButton({ accept, label, onChoose, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <span>
      <Button icon="upload" onClick={() => field.current?.click()}>
        {children}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after a mistake.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
    </span>
  );
}
