import { workLimits } from '@sweepline/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { Picture } from './order-pictures.tsx';
import type { PictureStore } from './picture-store.ts';
import { padSize, useStrokes } from './use-strokes.ts';
import type { WorkDraft } from './work-draft.ts';
import './order-work.css';

interface Props {
  value: WorkDraft['signature'];
  onChange: (value: WorkDraft['signature']) => void;
  store: PictureStore;
  readOnly?: boolean;
}

/** The customer's signature: a name, and a drawing where the customer can draw. A typed name alone is a signature as well. */
export function SignaturePad({ value, onChange, store, readOnly = false }: Props) {
  const { t } = useTranslation('order-work');
  const nameId = useId();
  const picture = store.pictures.find(({ id }) => id === value?.pictureId);
  const name = value?.name ?? '';
  const rename = (next: string) =>
    onChange(next === '' && !value?.pictureId ? null : { name: next, pictureId: value?.pictureId ?? null });
  if (readOnly)
    return (
      <div className="ow-signature">
        {picture && <Picture picture={picture} alt={t('signatureOf', { name })} />}
        <span>{name || <span className="ow-none">{t('notSigned')}</span>}</span>
      </div>
    );
  return (
    <div className="ow-signature">
      <label htmlFor={nameId}>{t('signerName')}</label>
      <input
        id={nameId}
        className="sl-input"
        autoComplete="off"
        maxLength={workLimits.name}
        value={name}
        onChange={({ target }) => rename(target.value)}
      />
      {picture ? (
        <>
          <Picture picture={picture} alt={t('signatureOf', { name })} />
          <Button icon="undo" onClick={() => onChange(name ? { name, pictureId: null } : null)}>
            {t('signAgain')}
          </Button>
        </>
      ) : (
        <Pad
          store={store}
          disabled={name.trim() === ''}
          onDrawn={(pictureId) => onChange({ name, pictureId })}
        />
      )}
    </div>
  );
}

interface PadProps {
  store: PictureStore;
  disabled: boolean;
  onDrawn: (pictureId: string) => void;
}

function Pad({ store, disabled, onDrawn }: PadProps) {
  const { t } = useTranslation('order-work');
  const { canvas, isEmpty, clear, blob, handlers } = useStrokes();
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    const drawn = await blob();
    const id = drawn && (await store.add({ blob: drawn, ...padSize }, 'SIGNATURE').catch(() => null));
    setBusy(false);
    if (id) onDrawn(id);
    else toast({ tone: 'failed', text: t('signatureFailed') });
  };
  return (
    <>
      <canvas ref={canvas} {...padSize} className="ow-pad" aria-label={t('drawHere')} {...handlers} />
      <small>{t('signatureHint')}</small>
      <div className="ow-acts">
        <Button icon="check" busy={busy} disabled={isEmpty || disabled} onClick={() => void accept()}>
          {t('acceptSignature')}
        </Button>
        <Button look="quiet" disabled={isEmpty} onClick={clear}>
          {t('clear')}
        </Button>
      </div>
    </>
  );
}
