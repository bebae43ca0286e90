import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../format/format.ts';
import { Icon } from '../ui/icon.tsx';
import { saveFile } from '../api/save-file.ts';
import { useDrop } from '../form/use-drop.ts';

interface Props {
  file: File | undefined;
  disabled: boolean;
  onChoose: (files: readonly File[]) => void;
  /** The lines of the template file. `name` is its name without the extension. */
  template: readonly string[];
  name: string;
}

/** The field where a file is dropped or chosen, with a button that saves a template. */
export function FileDrop({ file, disabled, onChoose, template, name }: Props) {
  const { t } = useTranslation('table-file');
  const input = useRef<HTMLInputElement>(null);
  const { over, target } = useDrop(onChoose);
  const saveTemplate = () =>
    saveFile(new Blob([`\ufeff${template.join('\r\n')}\r\n`], { type: 'text/csv' }), `${name}.csv`);
  return (
    <div className={over ? 'sl-file-drop sl-file-over' : 'sl-file-drop'} {...target}>
      <Icon name={file ? 'list' : 'upload'} size={20} />
      <span>
        {file ? (
          <>
            {file.name} <small>{formatBytes(file.size)}</small>
          </>
        ) : (
          t('drop')
        )}
      </span>
      <Button onClick={() => input.current?.click()} disabled={disabled}>
        {t(file ? 'other' : 'choose')}
      </Button>
      <Button look="quiet" icon="download" onClick={saveTemplate}>
        {t('template')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv,.txt"
        onChange={({ target: field }) => {
          onChoose([...(field.files ?? [])]);
          // Without the reset, choosing the same file after a correction would fire no event.
          field.value = '';
        }}
      />
    </div>
  );
}
