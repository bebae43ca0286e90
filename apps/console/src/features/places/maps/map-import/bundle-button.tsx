import { pages, mapCalls } from '@sweepline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { toast } from '../../../../kit/ui/toasts.ts';
import { upload } from './upload.ts';

/** Imports a bundle that this or another server exported as a new map. */
export function BundleButton() {
  const { t } = useTranslation('places/maps');
  const navigate = useNavigate();
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const take = useMutation({
    mutationFn: (bundle: File) => upload(mapCalls.importBundle, {}, { bundle }),
    onSuccess: async ({ id, name }) => {
      toast({ tone: 'done', text: t('bundleImported', { name }) });
      await cache.invalidateQueries({ queryKey: [mapCalls.list.family] });
      void navigate(pages.map({ id }));
    },
  });
  return (
    <Allowed call={mapCalls.importBundle}>
      <input
        ref={input}
        hidden
        type="file"
        accept=".zip,application/zip"
        onChange={({ target }) => {
          const [bundle] = target.files ?? [];
          if (bundle) take.mutate(bundle);
          target.value = '';
        }}
      />
      <Button icon="box" busy={take.isPending} onClick={() => input.current?.click()}>
        {t('importBundle')}
      </Button>
    </Allowed>
  );
}
