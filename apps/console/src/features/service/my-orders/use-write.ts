import { useTranslation } from 'react-i18next';
import type { Outbox, OutboxDraft } from '../../../kit/offline/outbox.ts';
import { toast } from '../../../kit/ui/toasts.ts';

/** Stores an act on the phone and sends it if there is a network. Rejects if the phone has no room, so that the form keeps the words. */
export function useWrite(outbox: Outbox) {
  const { t } = useTranslation('service/my-orders');
  return async (draft: OutboxDraft, files: Record<string, Blob> = {}) => {
    try {
      await outbox.add(draft, files);
    } catch (error) {
      toast({ tone: 'failed', text: t('noRoom') });
      throw error;
    }
    // Without this request a browser may remove the stored work when its disk is full.
    void navigator.storage?.persist?.();
    void outbox.run();
  };
}
