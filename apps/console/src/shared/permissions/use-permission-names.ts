import { everything, permissions, type PermissionName } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const nameOfCode = new Map<string, PermissionName>(
  Object.entries(permissions).map(([name, code]) => [code, name as PermissionName]),
);

/** The names of permission codes in the reader's language: `nameOf('M200002')` is "Devices". */
export function usePermissionNames() {
  const { t } = useTranslation('permissions');
  return useMemo(() => {
    const nameOf = (code: string): string => {
      if (code === everything) return t('names.everything');
      const name = nameOfCode.get(code);
      return name ? t(`names.${name}`) : t('unknown', { code });
    };
    return { nameOf };
  }, [t]);
}
