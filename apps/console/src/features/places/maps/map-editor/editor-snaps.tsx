import { withSettings, type Editor, type Snaps } from '@sweepline/map-core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatMetres } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';

interface Props {
  snaps: Snaps;
  edit: (change: (editor: Editor) => Editor) => void;
}

const kinds = ['shapes', 'picture', 'angles', 'grid'] as const satisfies readonly (keyof Snaps)[];
const gridSizes = [0.05, 0.1, 0.25, 0.5, 1] as const;

/** What the pointer snaps to; holding Alt turns snapping off. */
export function EditorSnaps({ snaps, edit }: Props) {
  const { t } = useTranslation('places/maps');
  const put = (change: Partial<Snaps>) =>
    edit((now) => withSettings(now, { snaps: { ...now.settings.snaps, ...change } }));
  return (
    <div
      className="sl-map-panel maps-snaps"
      role="group"
      aria-label={t('editor.snap')}
      title={t('editor.snapHint')}
    >
      <Icon name="magnet" size={16} />
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="sl-map-switch"
          aria-pressed={snaps[kind]}
          onClick={() => put({ [kind]: !snaps[kind] })}
        >
          {t(`editor.snaps.${kind}`)}
        </button>
      ))}
      {snaps.grid && (
        <Select<number>
          aria-label={t('editor.gridSize')}
          value={snaps.gridM}
          onChange={(gridM) => put({ gridM })}
          options={gridSizes.map((metres) => ({ value: metres, label: formatMetres(metres) }))}
          popupMatchSelectWidth={false}
        />
      )}
    </div>
  );
}
