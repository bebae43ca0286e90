import { useTranslation } from 'react-i18next';
import './key-labels.css';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
  Slash: '/',
};

/** "Mod Shift Z" as key labels of this operating system. */
export function KeyLabels({ keys }: { keys: string }) {
  const { t } = useTranslation('kit');
  const labelOf = (key: string) => {
    if (key === 'Mod') return isApple() ? '⌘' : 'Ctrl';
    return key === 'Space' ? t('spaceKey') : (signs[key] ?? key);
  };
  return (
    <span className="sl-keys">
      {keys.split(' ').map((key) => {
        if (key === '/') return <i key={key}>/</i>;
        return key === 'Then' ? <i key={key}>{t('thenKey')}</i> : <kbd key={key}>{labelOf(key)}</kbd>;
      })}
    </span>
  );
}
