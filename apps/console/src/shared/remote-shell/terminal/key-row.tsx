import { useTranslation } from 'react-i18next';

/** Keys that the keyboard of a phone lacks, and what a terminal sends for each. */
const keys = [
  ['Esc', '\u001b'],
  ['Tab', '\t'],
  ['Ctrl C', '\u0003'],
  ['Ctrl D', '\u0004'],
  ['Ctrl Z', '\u001a'],
  ['↑', '\u001b[A'],
  ['↓', '\u001b[B'],
  ['←', '\u001b[D'],
  ['→', '\u001b[C'],
] as const;

/** Keys to press on a phone. */
export function KeyRow({ onKeys }: { onKeys: (keys: string) => void }) {
  const { t } = useTranslation('remote-shell');
  return (
    <div className="sh-keys" role="group" aria-label={t('terminal.keys')}>
      {keys.map(([name, sent]) => (
        <button
          key={name}
          type="button"
          // The keyboard of the phone stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onKeys(sent)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
