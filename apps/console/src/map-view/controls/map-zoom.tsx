import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import type { Camera } from '../canvas/camera.ts';
import { viewKeys } from './view-keys.ts';

/** The keys +, − and 0 as buttons. */
export function MapZoom({ camera }: { camera: Camera }) {
  const { t } = useTranslation('map-view');
  return (
    <div className="sl-map-panel sl-map-zoom" role="group" aria-label={t('zoom')}>
      <Button look="quiet" icon="plus" aria-label={t('zoomIn')} onClick={() => viewKeys['+']?.(camera)} />
      <Button look="quiet" icon="minus" aria-label={t('zoomOut')} onClick={() => viewKeys['-']?.(camera)} />
      <Button look="quiet" icon="expand" aria-label={t('fit')} onClick={() => camera.fit()} />
    </div>
  );
}
