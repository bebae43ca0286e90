import { useTranslation } from 'react-i18next';

/** The name of a part; without a text, the robot's own name. */
export function usePartName() {
  const { t, i18n } = useTranslation('words');
  return (part: string): string => {
    const dotless = part.replaceAll('.', '_');
    if (i18n.exists(`part.${dotless}`, { ns: 'words' })) return String(t(`part.${dotless}` as never));
    const [kind, ...rest] = part.split('.');
    if (kind === 'firmware') return t('part.firmwareOf', { part: rest.join('.') });
    if (kind === 'hardware') return t('part.hardwareOf', { part: rest.join('.') });
    return part;
  };
}
