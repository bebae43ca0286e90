import { useTranslation } from 'react-i18next';
import { createSource } from '../../kit/store.ts';
import { Button } from '../../kit/ui/button.tsx';

const fullScreen = createSource(
  () => document.fullscreenElement !== null,
  (changed) => {
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  },
);

/** Hidden when the browser does not support full screen, for example on phones and in frames. */
export function FullScreenButton() {
  const { t } = useTranslation('app');
  const full = fullScreen.use();
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
