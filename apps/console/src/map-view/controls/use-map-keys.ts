import { useTranslation } from 'react-i18next';
import { usePageKeys } from '../../kit/keys/page-keys.ts';

/** Declares the keys of a map (`viewKeys`). In an editor the arrow keys move the selection first. */
export function useMapKeys() {
  const { t } = useTranslation('map-view');
  usePageKeys(t('keyList.title'), [
    { text: t('keyList.move'), keys: 'ArrowUp ArrowDown ArrowLeft ArrowRight' },
    { text: t('zoom'), keys: '+ / −' },
    { text: t('fit'), keys: '0' },
  ]);
}
