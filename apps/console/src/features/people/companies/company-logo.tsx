import { authCalls, companyCalls, pictureLimits, type Company } from '@sweepline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { session } from '../../../kit/api/session.ts';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { DetailGroup } from './detail/detail-group.tsx';

type Fault = 'size' | 'format';

/** The checks that the browser can do before the upload; the server inspects the file itself. */
function faultOf({ size, type }: File): Fault | null {
  if (size > pictureLimits.bytes) return 'size';
  return (pictureLimits.mediaTypes as readonly string[]).includes(type) ? null : 'format';
}

/** The logo above the menu of the company's users. */
export function LogoGroup({ company }: { company: Company }) {
  const { t } = useTranslation('people/companies');
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const change = useMutation({
    mutationFn: (picture: File | null) =>
      send(companyCalls.logo, { id: company.id }, picture ? { files: { picture } } : {}),
    onSuccess: async (_company, picture) => {
      toast({ tone: 'done', text: t(picture ? 'logoSaved' : 'logoRemoved') });
      await cache.invalidateQueries({ queryKey: [companyCalls.list.family] });
      // The menu shows a new logo of the own company at once.
      if (company.id === session.user()?.companyId) session.open(await send(authCalls.check, {}));
    },
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    const nextFault = faultOf(file);
    setFault(nextFault);
    if (!nextFault) change.mutate(file);
  };
  const may = company.acts.includes('update');
  if (!may && !company.menuImage) return null;
  return (
    <DetailGroup title={t('logo')}>
      <div className="co-logo">
        {company.menuImage ? (
          <StoredImage address={company.menuImage} alt={t('logo')} />
        ) : (
          <span>{t('logoNone')}</span>
        )}
      </div>
      {may && (
        <>
          <p>{t('logoHint')}</p>
          {fault && <p role="alert">{t(`logoFaults.${fault}`)}</p>}
          <div className="co-logo-acts">
            <Button icon="upload" busy={change.isPending} onClick={() => input.current?.click()}>
              {t(company.menuImage ? 'logoReplace' : 'logoChoose')}
            </Button>
            {company.menuImage && (
              <Button look="quiet" icon="trash" onClick={() => change.mutate(null)}>
                {t('logoRemove')}
              </Button>
            )}
          </div>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('logoChoose')}
            accept={pictureLimits.mediaTypes.join()}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              // Clears the input, so that the same file can be chosen again after a correction.
              target.value = '';
            }}
          />
        </>
      )}
    </DetailGroup>
  );
}
