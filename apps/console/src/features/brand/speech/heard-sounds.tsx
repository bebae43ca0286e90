import type { SpokenSound } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { formatPlayTime } from '../../../kit/format/format-play-time.ts';
import { langNames } from '../../../kit/format/lang.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { playSound } from './play-sound.ts';

/** The spoken sounds, to be heard as a robot will play them. */
export function HeardSounds({ sounds }: { sounds: readonly SpokenSound[] }) {
  const { t } = useTranslation('brand/speech');
  return (
    <ul className="speech-sounds">
      {sounds.map(({ language, text, seconds, loudness, audio }) => (
        <li key={language}>
          <Button
            look="quiet"
            icon="play"
            aria-label={t('listenTo', { language: langNames[language] })}
            onClick={() => void playSound(audio)}
          />
          <span>
            {text}
            <small>
              {langNames[language]} · {formatPlayTime(seconds)} ·{' '}
              {loudness === null ? unknown : `${formatNumber(loudness, 1)} LUFS`}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}
