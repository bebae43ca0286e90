import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../kit/ui/button.tsx';
import { useHoverOrFocus } from '../../../kit/ui/use-hover-or-focus.ts';
import type { BellItem } from './bell-item.ts';
import { BellGlyph, BellWords } from './bell-words.tsx';
import { clearPopUps, dismissPopUp, pausePopUps, type PopUps } from './pop-ups.ts';
import { useRead } from './use-unread.ts';
import './notices.css';

interface Props {
  popUps: PopUps;
  /** Opens the bell, which lists the notices above the maximum. */
  onMore: () => void;
}

/** New notices at the bottom right. They take no focus and stay while they are hovered or focused. */
export function PopUpStack({ popUps, onMore }: Props) {
  const { t } = useTranslation('people/notices');
  const navigate = useNavigate();
  const read = useRead();
  const [attach, isActive] = useHoverOrFocus();
  useEffect(() => pausePopUps(isActive), [isActive]);
  const open = (item: BellItem) => {
    dismissPopUp(item.id);
    read(item);
    if (item.address) void navigate(item.address);
  };
  return createPortal(
    <div className="pop-ups" role="log" aria-live="polite" aria-label={t('bell')} ref={attach}>
      {popUps.shown.map((item) => (
        <article key={item.id} className="pop-up">
          <BellGlyph {...item} />
          <button type="button" className="bell-open" onClick={() => open(item)}>
            <BellWords {...item} />
            {item.kind === 'alarm' && (
              <small>
                {item.deviceName} · {t('level', { level: item.level })}
              </small>
            )}
          </button>
          <Button look="quiet" icon="close" aria-label={t('close')} onClick={() => dismissPopUp(item.id)} />
        </article>
      ))}
      {popUps.more > 0 && (
        <button
          type="button"
          className="pop-up-more"
          onClick={() => {
            clearPopUps();
            onMore();
          }}
        >
          {t('more', { count: popUps.more })}
        </button>
      )}
    </div>,
    document.body,
  );
}
