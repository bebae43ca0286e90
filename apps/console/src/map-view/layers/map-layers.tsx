import { useTranslation } from 'react-i18next';
import { Icon } from '../../kit/ui/icon.tsx';
import type { IconName } from '../../kit/ui/icons.ts';
import type { Scene } from '../canvas/scene.ts';

type Visible = Scene['visible'];

const layers: readonly { name: keyof Visible; icon: IconName }[] = [
  { name: 'shapes', icon: 'polygon' },
  { name: 'coverage', icon: 'clean' },
  { name: 'way', icon: 'history' },
];

interface Props {
  visible: Visible;
  /** The layers of this map; the others have no switch. */
  has: Visible;
  onChange: (visible: Visible) => void;
}

/** Switches for the layers over the floor. */
export function MapLayers({ visible, has, onChange }: Props) {
  const { t } = useTranslation('map-view');
  const available = layers.filter(({ name }) => has[name]);
  if (available.length === 0) return null;
  return (
    <div className="sl-map-panel sl-map-layers" role="group" aria-label={t('layers')}>
      {available.map(({ name, icon }) => (
        <button
          key={name}
          type="button"
          className="sl-map-switch"
          aria-pressed={visible[name]}
          onClick={() => onChange({ ...visible, [name]: !visible[name] })}
        >
          <Icon name={icon} size={16} />
          <span>{t(`layer.${name}`)}</span>
        </button>
      ))}
    </div>
  );
}
