import { activationCodeCalls } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { lazyPart } from '../../../../kit/api/chunks.ts';

const GenerateDialog = lazy(() =>
  lazyPart(() => import('./generate-dialog.tsx').then((m) => m.GenerateDialog)),
);

export function GenerateButton() {
  const { t } = useTranslation('stock/activation-codes');
  const [open, setOpen] = useState(false);
  return (
    <Allowed call={activationCodeCalls.generate}>
      <Button look="main" icon="plus" onClick={() => setOpen(true)}>
        {t('generate')}
      </Button>
      {open && (
        <Suspense>
          <GenerateDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Allowed>
  );
}
