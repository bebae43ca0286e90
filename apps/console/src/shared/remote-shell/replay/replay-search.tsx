import type { ShellRecording } from '@sweepline/contract';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { formatPlayTime } from '../../../kit/format/format-play-time.ts';
import { searchOutput, type PlainOutput } from './plain-output.ts';

interface Props {
  plain: PlainOutput;
  output: ShellRecording['output'];
  onPlace: (ms: number) => void;
}

/** Finds a text in the whole output. Each place leads to its time. */
export function ReplaySearch({ plain, output, onPlace }: Props) {
  const { t } = useTranslation('remote-shell');
  const [text, setText] = useState('');
  const find = useDeferredValue(text);
  const found = useMemo(() => searchOutput(plain, output, find), [plain, output, find]);
  return (
    <div className="sh-places" role="search">
      <input
        type="search"
        className="sl-input"
        aria-label={t('searchOutput')}
        placeholder={t('searchOutput')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <small role="status">
        {find && t('places', { count: found.length, number: formatNumber(found.length) })}
      </small>
      <ol>
        {found.map(({ at, ms, line }) => (
          <li key={at}>
            <button type="button" onClick={() => onPlace(ms)}>
              <small>{formatPlayTime(ms / 1000)}</small>
              <code>{line}</code>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
