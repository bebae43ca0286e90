import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Hidden when the browser does not support full screen, for example on phones and in frames. */
export function FullScreenButton() {
  const { t } = useTranslation('app');
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <Button
      look="quiet"
      icon={full ? 'shrink' : 'expand'}
      className="sl-wide-only"
      aria-label={t(full ? 'leaveFullScreen' : 'fullScreen')}
      onClick={() => void toggle()}
    />
  );
}
