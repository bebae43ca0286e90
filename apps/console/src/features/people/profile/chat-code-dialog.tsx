import { chatUserCalls, importPath } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery, send } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { formatClock } from '../../../kit/format/format.ts';
import { QrCode } from '../../../kit/qr-code/qr-code.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { useNow } from '../../../kit/format/use-now.ts';

interface Props {
  /** Ids of the links when the dialog opens. A new id means that the app has linked. */
  linkedIds: readonly string[];
  onClose: () => void;
}

const pollMs = 3_000;

/** Shows a code to type or to scan, and polls until the app has linked the account. */
export function ChatCodeDialog(props: Props) {
  const { onClose } = props;
  const [linkedIds] = useState(props.linkedIds);
  const { t } = useTranslation('people/profile');
  const now = useNow();
  const code = useQuery({
    queryKey: ['chat-code'],
    queryFn: () => send(chatUserCalls.code, {}, { quiet: true }),
    // Each request invalidates the previous code, so the code is read once per opening and by the button.
    staleTime: Infinity,
    gcTime: 0,
  });
  const expired = code.data !== undefined && Date.parse(code.data.expiresAt) <= now;
  const own = useQuery({ ...callQuery(chatUserCalls.own, {}), refetchInterval: pollMs });
  const newLink = own.data?.list.find(({ id, state }) => state === 'LINKED' && !linkedIds.includes(id));
  useEffect(() => {
    if (!newLink) return;
    toast({ tone: 'done', text: t('chat.linked', { name: newLink.name }) });
    onClose();
  }, [newLink, onClose, t]);
  return (
    <Dialog open title={t('chat.link')} onCancel={onClose} width={380} footer={null}>
      {code.data ? (
        <div className="chat-code">
          <output>{expired ? '—' : code.data.code}</output>
          {expired ? (
            <>
              <p role="alert">{t('chat.expired')}</p>
              <Button look="main" onClick={() => void code.refetch()}>
                {t('chat.renew')}
              </Button>
            </>
          ) : (
            <>
              <CodePicture code={code.data.code} />
              <p>{t('chat.codeHint', { time: formatClock(code.data.expiresAt) })}</p>
              <small role="status">{t('chat.waiting')}</small>
            </>
          )}
        </div>
      ) : (
        <Skeleton lines={5} />
      )}
    </Dialog>
  );
}

/** QR image of a link with the code. */
function CodePicture({ code }: { code: string }) {
  const { t } = useTranslation('people/profile');
  return <QrCode text={`${location.origin}${importPath(`chat_${code}`)}`} label={t('chat.qr')} size={176} />;
}
