import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { SettingWords } from './setting-parts.ts';

interface Props {
  words: SettingWords;
  rows: readonly { key: string; from: unknown; to: unknown }[];
}

/** List of settings with their present and their new value. */
export function Differences({ words, rows }: Props) {
  const { t } = useTranslation('devices/settings-rollouts');
  return (
    <dl className="sr-differences">
      {rows.map(({ key, from, to }) => (
        <div key={key}>
          <dt>{words.nameOf(key)}</dt>
          <dd>
            <span>{words.valueText(key, from)}</span>
            <Icon name="right" size={12} />
            <span className="sl-sr-only">{t('becomes')}</span>
            <strong>{words.valueText(key, to)}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
