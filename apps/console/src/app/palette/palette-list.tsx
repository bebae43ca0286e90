import { useTranslation } from 'react-i18next';
import { Icon } from '../../kit/ui/icon.tsx';
import type { PaletteItem } from './palette-item.ts';
import type { ItemGroup } from './use-palette-items.ts';

interface Props {
  id: string;
  text: string;
  groups: readonly ItemGroup[];
  active: PaletteItem | undefined;
  onActive: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem, inNewTab: boolean) => void;
}

export const optionId = (listId: string, { key }: PaletteItem) => `${listId}${key.replaceAll(' ', '-')}`;

/** The choices in their groups. */
export function PaletteList({ id, text, groups, active, onActive, onChoose }: Props) {
  const { t } = useTranslation('palette');
  return (
    <div id={id} role="listbox" aria-label={t('title')}>
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-label={t(`groups.${name}`)} className="palette-group">
          {/* A listbox may contain groups and options only, so the name is hidden from screen readers and the group has it. */}
          <p className="palette-group-name" aria-hidden="true">
            {t(`groups.${name}`)}
            {name !== 'actions' && items.some(({ similar }) => similar) && <small>{t('similar')}</small>}
          </p>
          {items.map((item) => (
            <button
              key={item.key}
              id={optionId(id, item)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={item === active}
              aria-disabled={item.isBlocked}
              className="palette-option"
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => item !== active && onActive(item)}
              onClick={(event) => onChoose(item, event.ctrlKey || event.metaKey)}
            >
              <Option item={item} text={text.trim()} />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({ item: { icon, title, detail, mark }, text }: { item: PaletteItem; text: string }) {
  return (
    <>
      <span className="palette-icon" aria-hidden="true">
        <Icon name={icon} size={17} />
      </span>
      <span className="palette-words">
        <span className="palette-title">
          <Marked text={title} part={text} />
        </span>
        {detail && (
          <small>
            <Marked text={detail} part={text} />
          </small>
        )}
      </span>
      {mark}
      <kbd className="palette-enter" aria-hidden="true">
        ↵
      </kbd>
    </>
  );
}

/** The text with the typed part marked, where it occurs as typed. */
function Marked({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  );
}
