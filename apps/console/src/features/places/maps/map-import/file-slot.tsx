import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { formatBytes } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { isPictureSlot, type Slot } from './import-files.ts';

interface Props {
  slot: Slot;
  file: File | undefined;
  /** The reason why this file cannot be used. */
  fault: string | undefined;
  /** The server has read the file. */
  read: boolean;
  disabled: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** One file of a map: its requirement, the chosen file, and its error. */
export function FileSlot({ slot, file, fault, read, disabled, onChoose, onRemove }: Props) {
  const { t } = useTranslation('places/maps');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const state = fault ? 'fault' : read ? 'read' : file ? 'filled' : 'open';
  return (
    <li className={`maps-slot maps-slot-${state}`}>
      <Icon name={fault ? 'alert' : read ? 'check' : isPictureSlot(slot) ? 'map' : 'list'} size={20} />
      <div className="maps-slot-words">
        <strong id={id}>
          {t(`slots.${slot}.title`)} {isOptional(slot) && <small>{t('optional')}</small>}
        </strong>
        <p>
          {file ? (
            <>
              {file.name} <small>{formatBytes(file.size)}</small>
            </>
          ) : (
            t(`slots.${slot}.hint`)
          )}
        </p>
      </div>
      {file && !disabled && (
        <Button
          look="quiet"
          icon="close"
          aria-label={t('removeFile', { name: file.name })}
          onClick={onRemove}
        />
      )}
      <Button disabled={disabled} aria-describedby={id} onClick={() => input.current?.click()}>
        {t(file ? 'replaceFile' : 'chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-slot={slot}
        accept={isPictureSlot(slot) ? '.pgm,.png,image/png' : '.yaml,.yml'}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onChoose(chosen);
          // The same file can be chosen again after it was corrected.
          target.value = '';
        }}
      />
      {fault && (
        <p className="maps-slot-reason" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

const isOptional = (slot: Slot) => slot === 'mask' || slot === 'maskYaml';
