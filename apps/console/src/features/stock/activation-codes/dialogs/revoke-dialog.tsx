import { activationCodeCalls, type ActivationCode } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ActDialog } from './act-dialog.tsx';

interface Props {
  codes: ActivationCode[];
  onClose: (changed: boolean) => void;
}

/** Revokes codes permanently. */
export function RevokeDialog({ codes, onClose }: Props) {
  const { t } = useTranslation('stock/activation-codes');
  return (
    <ActDialog
      title={t('revokeTitle', { count: codes.length })}
      hint={t('revokeHint')}
      act={t('revoke')}
      danger
      codes={codes}
      call={activationCodeCalls.revoke}
      input={(ids) => ({ ids })}
      onClose={onClose}
    />
  );
}
