import { Dialog } from '../form/dialog.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { EncodingField } from './encoding-field.tsx';
import { FileDrop } from './file-drop.tsx';
import { FileOutcome } from './file-outcome.tsx';
import './table-file.css';
import { useTableFile, type FilePreview, type TableFileWork } from './use-table-file.ts';

interface Props<P extends FilePreview> extends TableFileWork<P> {
  title: string;
  /** The expected content of the file and the effect of the import. */
  hint: string;
  /** The lines of the template: its columns and an example. */
  template: readonly string[];
  /** The text of the button, with the number of rows. */
  act: (count: number) => string;
  /** Renders a preview of the first lines. */
  first: (preview: P) => ReactNode;
  /** Fields in addition to the file. */
  children?: ReactNode;
}

/** Imports a table from a file. It shows a preview with all faults first, and stores all rows or none. */
export function TableFileDialog<P extends FilePreview>(props: Props<P>) {
  const { title, hint, template, name, act, first, children, onClose } = props;
  const { t } = useTranslation('table-file');
  const { t: kit } = useTranslation('kit');
  const work = useTableFile(props);
  return (
    <Dialog
      open
      title={title}
      width={680}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button look="main" disabled={!work.ready} busy={work.saving} onClick={() => void work.store()}>
            {act(work.preview?.good ?? 0)}
          </Button>
        </>
      }
    >
      <p className="sl-file-hint">{hint}</p>
      {children}
      <FileDrop
        file={work.file}
        disabled={work.saving}
        onChoose={work.choose}
        template={template}
        name={name}
      />
      <div aria-live="polite">
        {work.reading && <p className="sl-file-state">{t('reading')}</p>}
        {work.isEncodingOpen && (
          <EncodingField value={work.preview?.encoding} disabled={work.saving} onChange={work.read} />
        )}
        {work.error && <Failure error={work.error} onRetry={work.again} />}
        {work.preview && (
          <FileOutcome preview={work.preview} name={name}>
            {first(work.preview)}
          </FileOutcome>
        )}
      </div>
    </Dialog>
  );
}
