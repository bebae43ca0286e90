import { lazy, Suspense } from 'react';
import { lazyPart } from '../api/chunks.ts';
import { Skeleton } from '../ui/skeleton.tsx';

export interface QrCodeProps {
  text: string;
  /** Tells what the code contains. */
  label: string;
  /** Width and height in pixels. */
  size: number;
  /** How much of the picture may be unreadable: about 15 % for M, 25 % for Q. */
  errorLevel?: 'M' | 'Q';
}

const Picture = lazy(() => lazyPart(() => import('./qr-picture.tsx').then((m) => m.QrPicture)));

/** A QR code for a camera, dark on light in both themes. The part that draws it is loaded on demand. */
export const QrCode = (props: QrCodeProps) => (
  <Suspense fallback={<Skeleton lines={8} />}>
    <Picture {...props} />
  </Suspense>
);
