import { lazy, Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../../kit/api/chunks.ts';

const PasswordDialog = lazy(() =>
  lazyPart(() => import('./password-dialog.tsx').then((m) => m.PasswordDialog)),
);

/** The dialog that changes the user's own password, for a menu that closes when it opens. */
export function usePasswordDialog(): { open: () => void; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    dialog: open && (
      <Suspense>
        <PasswordDialog onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
