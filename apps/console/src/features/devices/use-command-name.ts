import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** A command in words; one we have no word for keeps its own name. */
export function useCommandName() {
  const { t, i18n } = useTranslation('devices');
  return useCallback(
    (type: string) =>
      i18n.exists(`commandType.${type}`, { ns: 'devices' })
        ? String(t(`commandType.${type}` as never))
        : type,
    [t, i18n],
  );
}
