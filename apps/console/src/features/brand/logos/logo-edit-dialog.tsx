import { logoCalls, type Logo } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useStoredPicture } from '../../../kit/ui/use-stored-picture.ts';
import { CutFields } from './cut-fields.tsx';
import { cutOf, viewOf } from './logo-view.ts';
import { useLogosChanged } from './use-logos-changed.ts';

interface Props {
  logo: Logo;
  picture: NonNullable<Logo['picture']>;
  onClose: () => void;
}

/** Cuts a logo again from the picture it was cut from. */
export function LogoEditDialog({ logo: { id, version, style, cut }, picture, onClose }: Props) {
  const { t } = useTranslation('brand/logos');
  const { t: kit } = useTranslation('kit');
  const [view, setView] = useState(() => viewOf(style, cut, picture));
  const url = useStoredPicture(picture.file.slice(picture.file.lastIndexOf('/') + 1));
  const changed = useLogosChanged();
  const update = useAction(logoCalls.update, {
    done: t('saved'),
    silent: true,
    after: () => {
      onClose();
      void changed();
    },
  });
  return (
    <Dialog
      open
      width={760}
      title={t('adjustTitle', { style: t(`styles.${style}`) })}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={update.isPending}
      onOk={() => update.mutate({ id, version, cut: cutOf(style, view, picture) })}
      onCancel={onClose}
    >
      <div className="logo-form">
        {url ? (
          <CutFields style={style} picture={{ ...picture, url }} view={view} onChange={setView} />
        ) : (
          <Skeleton lines={4} />
        )}
        <Refusal error={update.error} />
      </div>
    </Dialog>
  );
}
