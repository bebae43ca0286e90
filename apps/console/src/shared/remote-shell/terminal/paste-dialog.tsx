import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { maxPaste, visibleText } from './paste-text.ts';

interface Props {
  /** The pasted text; empty to type or paste one here. */
  text: string;
  onSend: (text: string) => void;
  onClose: () => void;
}

/** Shows a text of several lines before it is sent, because a shell runs each line at once. */
export function PasteDialog({ text: pasted, onSend, onClose }: Props) {
  const { t } = useTranslation('remote-shell');
  const id = useId();
  const [{ text, hidden }, setText] = useState(() => visibleText(pasted));
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  const isTooLong = text.length > maxPaste;
  return (
    <Dialog
      open
      title={pasted ? t('paste.title', { count: lines }) : t('paste.ownTitle')}
      okText={t('paste.send', { count: lines })}
      cancelText={t('paste.cancel')}
      okButtonProps={{ disabled: text === '' || isTooLong }}
      onOk={() => onSend(text)}
      onCancel={onClose}
    >
      <label htmlFor={id}>{t('paste.hint')}</label>
      <textarea
        id={id}
        className="sl-input sh-paste"
        autoFocus
        spellCheck={false}
        rows={Math.min(16, Math.max(5, lines + 1))}
        value={text}
        onChange={({ target }) => {
          const next = visibleText(target.value);
          setText({ text: next.text, hidden: hidden + next.hidden });
        }}
      />
      {hidden > 0 && (
        <p className="sh-note">
          <Icon name="alert" size={16} />
          {t('paste.hidden', { count: hidden })}
        </p>
      )}
      {isTooLong && (
        <p className="sh-note" role="alert">
          <Icon name="alert" size={16} />
          {t('paste.tooLong', { limit: formatNumber(maxPaste) })}
        </p>
      )}
    </Dialog>
  );
}
