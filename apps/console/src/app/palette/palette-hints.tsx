import { useTranslation } from 'react-i18next';
import { KeyLabels } from '../../kit/keys/key-labels.tsx';

const hints = { choose: 'ArrowUp ArrowDown', open: 'Enter', newTab: 'Mod Enter', close: 'Escape' } as const;

/** The keys of the palette, for those who can see them; screen readers know the keys of a combobox. */
export function PaletteHints() {
  const { t } = useTranslation('palette');
  return (
    <footer className="palette-hints" aria-hidden="true">
      {(Object.keys(hints) as (keyof typeof hints)[]).map((name) => (
        <span key={name}>
          <KeyLabels keys={hints[name]} /> {t(`hints.${name}`)}
        </span>
      ))}
    </footer>
  );
}
