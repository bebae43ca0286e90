import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  pages: number;
  onJump: (page: number) => void;
}

/** Goes to a page by its number. A number beyond the last page goes to the last one. */
export function Jumper({ pages, onJump }: Props) {
  const { t } = useTranslation('kit');
  const [text, setText] = useState('');
  return (
    <form
      className="sl-pager-jump"
      onSubmit={(event) => {
        event.preventDefault();
        const page = Number.parseInt(text, 10);
        if (page > 0) onJump(Math.min(page, pages));
        setText('');
      }}
    >
      <label>
        {t('goTo')}
        <input
          className="sl-input"
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        />
      </label>
    </form>
  );
}
